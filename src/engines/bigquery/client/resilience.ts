import { DelegateBackoff, handleType, retry } from 'cockatiel';
import { BigQueryError } from './bigquery-error.ts';
import { Breaker, type BreakerOptions, type Verdict } from './breaker.ts';
import { treatmentOf } from './reasons.ts';
import { RetryBudget } from './retry-budget.ts';

/** How patient requests are. */
export interface ResilienceOptions extends BreakerOptions {
  /** Numbers from 0 to 1 that spread the retries. */
  readonly random?: () => number;
}

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

/** Carries an error that another try may cure through cockatiel, which retries by class. */
class Again extends Error {}

/** Who asks to be left alone for longer is not asked again for this caller. */
const MAX_RETRY_AFTER_MS = 10_000;

/** Retries requests that failed in passing, and stops sending any while most of them fail. */
export class Resilience {
  readonly #budget = new RetryBudget();
  readonly #retry;
  readonly #breaker: Breaker;

  constructor(options: ResilienceOptions = {}) {
    const { random = Math.random } = options;
    this.#breaker = new Breaker(options);
    this.#retry = retry(handleType(Again), {
      maxAttempts: MAX_RETRIES,
      backoff: new DelegateBackoff(({ attempt, result }) => {
        const delayMs = random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
        return Math.max(delayMs, 'error' in result ? retryAfterMs(result.error) : 0);
      }),
    });
  }

  /** What `send` comes to, after at most three tries; nothing is sent any more once `stop` is aborted. */
  async run<Result>(stop: AbortSignal, send: () => Promise<Result>): Promise<Result> {
    this.#budget.earn();
    try {
      return await this.#retry.execute(({ attempt }) => this.#try(stop, send, attempt), stop);
    } catch (error) {
      throw error instanceof Again ? error.cause : error;
    }
  }

  async #try<Result>(
    stop: AbortSignal,
    send: () => Promise<Result>,
    attempt: number,
  ): Promise<Result> {
    stop.throwIfAborted();
    try {
      return await this.#breaker.run(send, verdictOn);
    } catch (error) {
      const mayRetry = attempt < MAX_RETRIES && !stop.aborted && isTransient(error);
      if (mayRetry && this.#budget.spend()) throw new Again('Try again', { cause: error });
      throw error;
    }
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof BigQueryError) || treatmentOf(error).retry !== 'request') return false;
  return retryAfterMs(error) <= MAX_RETRY_AFTER_MS;
}

function retryAfterMs(error: unknown): number {
  const cause = error instanceof Again ? error.cause : error;
  return cause instanceof BigQueryError ? (cause.retryAfterMs ?? 0) : 0;
}

/** What counts against BigQuery as a whole; errors of one query do not. */
function verdictOn(error: unknown): Verdict {
  if (!(error instanceof BigQueryError)) return 'nothing';
  const { outcome } = treatmentOf(error);
  if (outcome === 'quota') return 'quota';
  return outcome === 'unavailable' ? 'outage' : 'well';
}
