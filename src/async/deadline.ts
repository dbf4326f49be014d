import { FieldstoneError } from '../errors.ts';
import { settledOrAborted } from './settled-or-aborted.ts';

/** The time limit of a piece of work. */
export interface Deadline {
  readonly ms: number;
  /** The reason with which the work is aborted and its caller rejected on timeout. */
  readonly error: () => Error;
  /** Other signals that abort the work. */
  readonly signals?: readonly AbortSignal[];
}

const SLICES = 4;

/**
 * Runs `work` with a time limit; rejects on timeout, or with the reason of a signal, and aborts the signal given to the
 * work. Work that ignores the signal continues in the background.
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

/** The time limit of a query, after which it fails with `QUERY_TIMEOUT`. */
export function queryDeadline(ms: number, signals: readonly AbortSignal[]): Deadline {
  const message = `Cannot finish the query within ${ms / 1_000} s`;
  return { ms, error: () => new FieldstoneError('QUERY_TIMEOUT', message), signals };
}

/**
 * Calls back after `ms`; returns a function that cancels it.
 *
 * The time is waited in slices, and each counts once however late it ends: while this process blocks its event loop, it
 * neither sends requests nor reads answers that have arrived, which must not count against the server.
 */
function afterSlices(ms: number, callback: () => void): () => void {
  let slices = 0;
  const onSlice = () => {
    slices += 1;
    // Handle answers that have arrived first.
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
