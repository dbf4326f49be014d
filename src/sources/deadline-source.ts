import { FieldstoneError } from '../errors.ts';
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
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(this.#timeoutError()), this.#timeoutMs);
    try {
      return await this.#source.answer(plan, AbortSignal.any([signal, late.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  #timeoutError(): FieldstoneError {
    const seconds = this.#timeoutMs / 1_000;
    return new FieldstoneError('QUERY_TIMEOUT', `Cannot finish the query within ${seconds} s`);
  }
}
