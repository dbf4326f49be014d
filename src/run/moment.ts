import type { RunResult } from './runner.ts';

/** What decides every member of a cached result beside its question: two answers of one moment are the same. */
export interface Moment {
  /** The number of the cache entry's memo. */
  readonly entry: number | undefined;
  readonly ageSeconds: number;
  readonly cacheStatus: RunResult['cacheStatus'];
  readonly failedStatus: number | undefined;
}

/** The moment of a result. */
export function momentOf({ memo, ageSeconds, cacheStatus, failedStatus }: RunResult): Moment {
  return { entry: memo?.id, ageSeconds, cacheStatus, failedStatus };
}

/** Whether a result that was kept is as at that moment; never so for one that was not. */
export function isOfMoment(result: RunResult, moment: Moment | undefined): boolean {
  return (
    moment?.entry !== undefined &&
    moment.entry === result.memo?.id &&
    moment.ageSeconds === result.ageSeconds &&
    moment.cacheStatus === result.cacheStatus &&
    moment.failedStatus === result.failedStatus
  );
}
