import { write, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The result of a write: bytes written, and whether retrying the rest is pointless. */
export interface Written {
  readonly bytes: number;
  readonly isBroken: boolean;
}

/** Destination of log bytes; neither method throws or rejects. */
export interface LogOutput {
  write(bytes: Uint8Array): Promise<Written>;
  writeSync(bytes: Uint8Array): Written;
}

/**
 * Standard output, without blocking on a pipe or socket that is not read.
 *
 * Node's stream is not used: it is synchronous on files, and accepts nothing after one error.
 */
export function standardOutput(): LogOutput {
  // Read for its side effect: it makes pipes and sockets non-blocking. A thread that blocks in a write would keep the
  // process from exiting.
  const { fd } = process.stdout;
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        write(fd, bytes, (error, count) => resolve(error ? failed(error) : wrote(count)));
      }),
    writeSync(bytes) {
      try {
        return wrote(writeSync(fd, bytes));
      } catch (error) {
        return failed(error as NodeJS.ErrnoException);
      }
    },
  };
}

function wrote(bytes: number): Written {
  return { bytes, isBroken: false };
}

/** A full pipe may drain later (EAGAIN); a full disk or a closed reader is permanent. */
function failed({ code }: NodeJS.ErrnoException): Written {
  return { bytes: 0, isBroken: code !== 'EAGAIN' };
}

/** How long lines are collected for one write, which costs as much as a small answer. */
const GATHER_MS = 20;
/** Pause before retrying an output that accepted nothing. */
const RETRY_MS = 100;
/** Bytes that may be buffered while the output accepts nothing; as many again may be in flight. */
const MAX_WAITING = 1_048_576;
/** Most bytes that a UTF-16 unit takes in UTF-8. */
const MAX_UNIT_BYTES = 3;
/** How long an output that accepts nothing may delay process exit. */
const MAX_EXIT_MS = 500;
const NEW_LINE = 10;
const EMPTY = Buffer.alloc(0);

/**
 * A log destination that never blocks its callers: lines that a slow, full or closed output does not accept are
 * dropped and counted, and the count is logged once writing works again.
 */
export class LogStream {
  readonly #output: LogOutput;
  /**
   * Two buffers that take turns: lines are collected in one while the other is written. Kept as strings, which pino
   * puts together of some forty pieces each, they would cost a tenth of a cached answer in garbage collection.
   */
  #waiting = Buffer.allocUnsafeSlow(MAX_WAITING);
  #spare = Buffer.allocUnsafeSlow(MAX_WAITING);
  #waitingBytes = 0;
  /** The bytes being written. */
  #batch: Buffer = EMPTY;
  /** Number of dropped lines that the batch reports; such a batch contains no other line. */
  #reportedByBatch = 0;
  #isRunning = false;
  #isInFlight = false;
  #dropped = 0;
  #reported = 0;
  /** Whether the last byte written ended a line. */
  #isLineEnd = true;

  constructor(output: LogOutput = standardOutput()) {
    this.#output = output;
  }

  /** Lines dropped since the process started. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    const room = MAX_WAITING - this.#waitingBytes;
    if (line.length * MAX_UNIT_BYTES > room && Buffer.byteLength(line) > room) {
      this.#dropped += 1;
      return;
    }
    this.#waitingBytes += this.#waiting.write(line, this.#waitingBytes);
    if (!this.#isRunning) void this.#writeAll();
  }

  /** Writes buffered lines synchronously before exit, for at most half a second; the rest is lost. */
  flushSync(): void {
    // A libuv thread is writing this batch, and the process does not exit before its threads.
    if (this.#isInFlight) this.#batch = EMPTY;
    const deadline = performance.now() + MAX_EXIT_MS;
    while (this.#hasBatch() && performance.now() < deadline) {
      const written = this.#output.writeSync(this.#batch);
      this.#settle(written);
      if (written.isBroken) return;
      if (written.bytes === 0) sleepSync(RETRY_MS);
    }
  }

  async #writeAll(): Promise<void> {
    this.#isRunning = true;
    let pause = GATHER_MS;
    do {
      await sleep(pause, undefined, { ref: false });
      if (!this.#hasBatch()) break;
      this.#isInFlight = true;
      const written = await this.#output.write(this.#batch);
      this.#isInFlight = false;
      this.#settle(written);
      pause = written.bytes === 0 ? RETRY_MS : GATHER_MS;
    } while (this.#batch.length > 0 || this.#waitingBytes > 0);
    this.#isRunning = false;
  }

  /** Whether there is something to write; if so, it is in the batch. */
  #hasBatch(): boolean {
    if (this.#batch.length > 0) return true;
    if (this.#waitingBytes === 0) return false;
    const unreported = this.#dropped - this.#reported;
    if (unreported > 0) {
      // In a batch of its own, so that no log line is lost if this write fails too.
      this.#reportedByBatch = unreported;
      this.#batch = Buffer.from(`${this.#isLineEnd ? '' : '\n'}${noticeOf(unreported)}`);
      return true;
    }
    this.#batch = this.#waiting.subarray(0, this.#waitingBytes);
    [this.#waiting, this.#spare] = [this.#spare, this.#waiting];
    this.#waitingBytes = 0;
    return true;
  }

  #settle({ bytes, isBroken }: Written): void {
    if (bytes > 0) this.#isLineEnd = this.#batch[bytes - 1] === NEW_LINE;
    this.#batch = this.#batch.subarray(bytes);
    if (this.#batch.length === 0) this.#reported += this.#reportedByBatch;
    else if (isBroken && this.#reportedByBatch === 0) this.#dropped += countLines(this.#batch);
    if (isBroken) this.#batch = EMPTY;
    if (this.#batch.length === 0) this.#reportedByBatch = 0;
  }
}

function noticeOf(lines: number): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: 'warn', time, lines, msg: 'log lines were dropped' })}\n`;
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
