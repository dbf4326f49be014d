import type { RecordScanner, Scanned } from './record-scanner.ts';

/** Longer lines are skipped, and not in memory. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** The part of an input that one thread parses at a time. */
export const BLOCK_BYTES = 2 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Whole lines or records of an input. */
export interface Block {
  /** Number of the first line, counted from 1. */
  readonly firstLine: number;
  /** Owns its buffer, which can be transferred; undefined for a line longer than `MAX_LINE_BYTES`. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
}

/** Limits of `cutBlocks`. */
export interface BlockLimits {
  readonly blockBytes: number;
  readonly lineBytes: number;
}

/** Cuts bytes into blocks at the ends of records; a rest after the last end is a record too. */
export async function* cutBlocks(
  chunks: AsyncIterable<Buffer>,
  scanner: RecordScanner,
  { blockBytes, lineBytes }: BlockLimits = { blockBytes: BLOCK_BYTES, lineBytes: MAX_LINE_BYTES },
): AsyncGenerator<Block> {
  const pending = new PendingBytes();
  let isSkipping = false;
  for await (const whole of chunks) {
    const chunk = isSkipping ? pending.skipLine(whole) : whole;
    if (!chunk) continue;
    pending.add(chunk, scanner.scan(chunk));
    isSkipping = pending.openBytes > lineBytes;
    if (pending.bytes >= Math.min(blockBytes, lineBytes)) yield* pending.takeRecords();
    if (isSkipping) yield pending.dropOpen(scanner);
  }
  if (pending.bytes > 0) yield pending.takeAll();
}

/** Bytes that are not in a block yet: whole records, and the beginning of one. */
class PendingBytes {
  firstLine = 1;
  bytes = 0;
  #parts: Buffer[] = [];
  #recordBytes = 0;
  #recordLines = 0;
  #openLines = 0;

  /** The bytes of the record that has begun. */
  get openBytes(): number {
    return this.bytes - this.#recordBytes;
  }

  add(chunk: Buffer, { end, lines, rest }: Scanned): void {
    if (end > 0) {
      this.#recordBytes = this.bytes + end;
      this.#recordLines += this.#openLines + lines;
      this.#openLines = 0;
    }
    this.#openLines += rest;
    this.bytes += chunk.length;
    this.#parts.push(chunk);
  }

  /** The bytes after the next newline; undefined if there is none. */
  skipLine(chunk: Buffer): Buffer | undefined {
    const end = chunk.indexOf(NEWLINE);
    if (end < 0) return undefined;
    this.firstLine += 1;
    return chunk.subarray(end + 1);
  }

  *takeRecords(): Generator<Block> {
    if (this.#recordBytes === 0) return;
    const all = Buffer.concat(this.#parts);
    const block = { firstLine: this.firstLine, bytes: all.subarray(0, this.#recordBytes) };
    const open = all.subarray(this.#recordBytes);
    this.firstLine += this.#recordLines;
    this.#recordBytes = 0;
    this.#recordLines = 0;
    this.#parts = [Buffer.from(open)];
    this.bytes = open.length;
    yield { ...block, bytes: new Uint8Array(block.bytes) };
  }

  takeAll(): Block {
    const bytes = new Uint8Array(Buffer.concat(this.#parts));
    return { firstLine: this.firstLine, bytes };
  }

  dropOpen(scanner: RecordScanner): Block {
    scanner.reset();
    const { firstLine } = this;
    this.firstLine += this.#openLines;
    this.#openLines = 0;
    this.#parts = [];
    this.bytes = 0;
    return { firstLine, bytes: undefined };
  }
}
