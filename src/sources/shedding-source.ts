import { type Load, refuseOverload } from '../async/event-loop-load.ts';
import type { Answer, Plan, RunOptions, Source } from './source.ts';

/** Refuses runs while the process is overloaded; the sources above still answer from kept rows. */
export class SheddingSource implements Source {
  readonly #source: Source;
  readonly #load: Load;

  constructor(source: Source, load: Load) {
    this.#source = source;
    this.#load = load;
  }

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    refuseOverload(this.#load);
    return this.#source.answer(plan, run);
  }
}
