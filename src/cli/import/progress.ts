import type { ImportProgress } from '../../import/import-options.ts';

/** How much of an input was read; the size is undefined for a pipe. */
export interface Reading {
  readonly size: number | undefined;
  readonly read: () => number;
}

/** The output of progress. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const CLEAR_LINE = '\r\u001B[K';

/** Output that is stored, as a service's log, gets a line now and then only. */
const TERMINAL_INTERVAL_MS = 200;
const PLAIN_INTERVAL_MS = 10_000;

/** Prints lines, their rate and the remaining time: in place on a terminal, as lines elsewhere. */
export class Progress {
  readonly #output: ProgressOutput;
  readonly #reading: Reading;
  readonly #now: () => number;
  readonly #start: number;
  #last: number;

  constructor(output: ProgressOutput, reading: Reading, now: () => number = Date.now) {
    this.#output = output;
    this.#reading = reading;
    this.#now = now;
    this.#start = now();
    this.#last = this.#start;
  }

  show(progress: ImportProgress): void {
    const now = this.#now();
    const interval = this.#output.isTTY ? TERMINAL_INTERVAL_MS : PLAIN_INTERVAL_MS;
    if (now - this.#last < interval) return;
    this.#last = now;
    const text = this.#describe(progress, now - this.#start);
    this.#output.write(this.#output.isTTY ? `${CLEAR_LINE}${text}` : `${text}\n`);
  }

  /** Makes room for the summary. */
  clear(): void {
    if (this.#output.isTTY) this.#output.write(CLEAR_LINE);
  }

  #describe({ lines, isStoring }: ImportProgress, millis: number): string {
    if (isStoring) return `${lines} lines read, storing rows`;
    const rate = `${lines} lines, ${Math.round((lines / millis) * 1_000)} a second`;
    const { read, size } = this.#reading;
    if (size === undefined || size === 0) return rate;
    const share = Math.min(1, read() / size);
    if (share === 0) return rate;
    const left = Math.ceil(((millis / share) * (1 - share)) / 1_000);
    return `${Math.floor(share * 100)} % read, ${rate}, ${left} s left to read`;
  }
}
