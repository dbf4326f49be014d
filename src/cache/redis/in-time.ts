/** Says that an answer took too long. */
export class TimedOut extends Error {
  constructor() {
    super('Redis did not answer in time');
  }
}

const SLICES = 4;

/**
 * What the promise resolves to; rejects with `TimedOut` when it has not settled within `ms`.
 *
 * The time is waited in slices, of which each counts once, however late it ends: a process that was busy for as long
 * has neither sent its question nor read an answer that came long ago, and that is not the store's fault.
 */
export function inTime<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    let slices = 0;
    const giveUp = () => reject(new TimedOut());
    const onSlice = () => {
      slices += 1;
      // What was read meanwhile goes first.
      if (slices === SLICES) setImmediate(giveUp);
      else timer = setTimeout(onSlice, ms / SLICES);
    };
    let timer = setTimeout(onSlice, ms / SLICES);
    const settle = () => clearTimeout(timer);
    promise.then(resolve, reject);
    promise.then(settle, settle);
  });
}
