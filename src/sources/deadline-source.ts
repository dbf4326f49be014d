import { FieldstoneError } from '../errors.ts';
import type { Answer, Plan, RunOptions, Source } from './source.ts';

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

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(this.#timeoutError()), this.#timeoutMs);
    try {
      const signal = AbortSignal.any([run.signal, late.signal]);
      return await this.#source.answer(plan, { ...run, signal });
    } finally {
      clearTimeout(timer);
    }
  }

  #timeoutError(): FieldstoneError {
    const seconds = this.#timeoutMs / 1_000;
    return new FieldstoneError('QUERY_TIMEOUT', `Cannot finish the query within ${seconds} s`);
  }
}
