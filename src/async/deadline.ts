import { FieldstoneError } from '../errors.ts';
import { settledOrAborted } from './settled-or-aborted.ts';

/** What bounds a piece of work in time. */
export interface Deadline {
  readonly ms: number;
  /** What the work is aborted with, and what its caller gets, when the time is over. */
  readonly error: () => Error;
  /** What else aborts the work. */
  readonly signals?: readonly AbortSignal[];
}

const SLICES = 4;

/**
 * What `work` comes to; rejects when its time is over, or with the reason of a signal, and aborts the signal that the
 * work was given. Work that does not heed it goes on by itself.
 */
export async function withDeadline<Result>(
  { ms, error, signals }: Deadline,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const stop = signals ? AbortSignal.any([...signals, late.signal]) : late.signal;
  stop.throwIfAborted();
  const cancel = afterSlices(ms, () => late.abort(error()));
  try {
    return await settledOrAborted(work(stop), stop);
  } finally {
    cancel();
  }
}

/** Says that a query has taken too long. */
export function queryTimeout(ms: number): FieldstoneError {
  return new FieldstoneError('QUERY_TIMEOUT', `Cannot finish the query within ${ms / 1_000} s`);
}

/**
 * Calls back when the time is over, unless that is cancelled.
 *
 * The time is waited in slices, of which each counts once, however late it ends: a process that was busy for as long
 * has neither sent its question nor read an answer that came long ago, and that is not the fault of who was asked.
 */
function afterSlices(ms: number, callback: () => void): () => void {
  let slices = 0;
  const onSlice = () => {
    slices += 1;
    // What was read meanwhile goes first.
    if (slices === SLICES) last = setImmediate(callback);
    else timer = setTimeout(onSlice, ms / SLICES);
  };
  let timer = setTimeout(onSlice, ms / SLICES);
  let last: NodeJS.Immediate | undefined;
  return () => {
    clearTimeout(timer);
    clearImmediate(last);
  };
}
