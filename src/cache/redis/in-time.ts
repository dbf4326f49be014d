/** Says that an answer took too long. */
export class TimedOut extends Error {
  constructor() {
    super('Redis did not answer in time');
  }
}

/** What the promise resolves to; rejects with `TimedOut` when it has not settled within `ms`. */
export function inTime<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    // A busy process can find the timer due before it has read an answer that came long ago: reading goes first.
    const timer = setTimeout(() => setImmediate(() => reject(new TimedOut())), ms);
    const settle = () => clearTimeout(timer);
    promise.then(resolve, reject);
    promise.then(settle, settle);
  });
}
