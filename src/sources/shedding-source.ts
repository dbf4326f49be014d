import { type Load, refuseOverload } from '../async/event-loop-load.ts';
import type { Source } from './source.ts';

/** Refuses runs while the process is overloaded; the sources above still answer from kept rows. */
export function sheddingSource(source: Source, load: Load): Source {
  return {
    answer: async (plan, run) => {
      refuseOverload(load);
      return source.answer(plan, run);
    },
  };
}
