import type { UnpackedFrame } from './packed-run.ts';
import type { Spool, SpooledRun } from './spool.ts';

/** Rows that follow each other in a frame and in the order of all rows. */
export interface Stretch {
  readonly frame: UnpackedFrame;
  readonly from: number;
  readonly to: number;
}

/** All rows of a spool, newest first. Runs are opened only when needed, so that runs of a sorted log take no memory. */
export function* mergeRuns(spool: Spool): Generator<Stretch> {
  const waiting = spool.runs.toSorted((a, b) => newestOf(a) - newestOf(b));
  const open: RunCursor[] = [];
  for (;;) {
    openRuns(waiting, open, spool);
    const cursor = open.pop();
    if (!cursor) return;
    // Up to here no other run has a newer row.
    yield cursor.take(Math.max(open.at(-1)?.micros ?? OLDEST, newestOf(waiting.at(-1))));
    if (!cursor.isDone) insert(open, cursor);
  }
}

const OLDEST = Number.NEGATIVE_INFINITY;

/** Opens the runs that begin before, or with, the newest row of those that are open. */
function openRuns(waiting: SpooledRun[], open: RunCursor[], spool: Spool): void {
  for (let run = waiting.at(-1); run; run = waiting.at(-1)) {
    const newest = open.at(-1);
    if (newest && newest.micros > newestOf(run)) return;
    waiting.pop();
    insert(open, new RunCursor(spool, run));
  }
}

/** Keeps cursors in ascending order of their next row. */
function insert(open: RunCursor[], cursor: RunCursor): void {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = open[middle];
    if (other && other.micros < cursor.micros) low = middle + 1;
    else high = middle;
  }
  open.splice(low, 0, cursor);
}

function newestOf(run: SpooledRun | undefined): number {
  return run?.[0]?.newest ?? OLDEST;
}

/** A position in a run; holds one unpacked frame. */
class RunCursor {
  readonly #spool: Spool;
  readonly #run: SpooledRun;
  #number = 0;
  #frame: UnpackedFrame | undefined;
  #row = 0;

  constructor(spool: Spool, run: SpooledRun) {
    this.#spool = spool;
    this.#run = run;
    this.#load();
  }

  get isDone(): boolean {
    return this.#frame === undefined;
  }

  /** The time of the next row; minus infinity at the end. */
  get micros(): number {
    return this.#frame?.times[this.#row] ?? OLDEST;
  }

  /** The next row, and those after it in its frame that are not older than the limit. */
  take(limit: number): Stretch {
    const frame = this.#frame;
    if (!frame) throw new Error('The run has no more rows');
    const from = this.#row;
    let to = from + 1;
    while (to < frame.times.length && (frame.times[to] ?? OLDEST) >= limit) to += 1;
    this.#row = to;
    if (to === frame.times.length) this.#load();
    return { frame, from, to };
  }

  #load(): void {
    const frame = this.#run[this.#number];
    this.#number += 1;
    this.#frame = frame && this.#spool.read(frame);
    this.#row = 0;
  }
}
