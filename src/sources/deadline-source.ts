import { queryTimeout, withDeadline } from '../async/deadline.ts';
import type { Answer, Plan, RunOptions, Source } from './source.ts';

/**
 * Bounds the time from request to answer. An engine's own timeout starts when the engine is called, which is late for a
 * run that replaces another replica's.
 */
export class DeadlineSource implements Source {
  readonly #source: Source;
  readonly #timeoutMs: number;

  constructor(source: Source, timeoutMs: number) {
    this.#source = source;
    this.#timeoutMs = timeoutMs;
  }

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    const ms = this.#timeoutMs;
    const signals = [run.signal];
    return withDeadline({ ms, error: () => queryTimeout(ms), signals }, async (signal) =>
      this.#source.answer(plan, { ...run, signal }),
    );
  }
}
