import { queryDeadline, withDeadline } from '../async/deadline.ts';
import { type Load, refuseOverload } from '../async/event-loop-load.ts';
import type { EngineQuery } from '../engines/engine.ts';
import { type ErrorCode, FieldstoneError } from '../errors.ts';
import type { Source } from './source.ts';

/**
 * Bounds the time from request to answer. An engine's own timeout starts when the engine is called, which is late for a
 * run that replaces another replica's.
 */
export function deadlineSource(source: Source, ms: number): Source {
  return {
    answer: (plan, run) =>
      withDeadline(queryDeadline(ms, [run.signal]), async (signal) =>
        source.answer(plan, { ...run, signal }),
      ),
  };
}

/** Refuses runs while the process is overloaded; the sources above still answer from cached rows. */
export function sheddingSource(source: Source, load: Load): Source {
  return {
    answer: async (plan, run) => {
      refuseOverload(load);
      return source.answer(plan, run);
    },
  };
}

/**
 * Whether the calling key has limits of its own on billed bytes.
 *
 * Such a key can be refused what others may run, so its runs must not answer other keys' requests.
 */
export function hasKeyLimits({ limits }: Pick<EngineQuery, 'limits'>): boolean {
  return limits?.keyBytes !== undefined || limits?.keyDailyBytes !== undefined;
}

const REFUSALS: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'OVERLOADED']);

/** Whether a run was refused because of the load of its key or of all keys; another key's may be admitted. */
export function isRefusedRun(error: unknown): error is FieldstoneError {
  return error instanceof FieldstoneError && REFUSALS.has(error.code);
}
