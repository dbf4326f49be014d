import { queryDeadline, withDeadline } from '../async/deadline.ts';
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
