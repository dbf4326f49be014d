import { queryTimeout, withDeadline } from '../async/deadline.ts';
import type { Answer, Plan, Source } from './source.ts';

/**
 * Bounds the time from the question to the answer, whatever the source below does in between: an engine counts from
 * when it is asked, which for a run that replaces one of another replica is late.
 */
export class DeadlineSource implements Source {
  readonly #source: Source;
  readonly #timeoutMs: number;

  constructor(source: Source, timeoutMs: number) {
    this.#source = source;
    this.#timeoutMs = timeoutMs;
  }

  async answer(plan: Plan, signal: AbortSignal): Promise<Answer> {
    const ms = this.#timeoutMs;
    return withDeadline({ ms, error: () => queryTimeout(ms), signals: [signal] }, (stop) =>
      this.#source.answer(plan, stop),
    );
  }
}
