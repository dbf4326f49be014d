import {
  CountBreaker,
  circuitBreaker,
  DelegateBackoff,
  ExponentialBackoff,
  handleType,
  handleWhen,
  noJitterGenerator,
  retry,
} from 'cockatiel';
import { BigQueryError } from './bigquery-error.ts';
import { treatmentOf } from './reasons.ts';
import { RetryBudget } from './retry-budget.ts';

/** How patient requests are. */
export interface ResilienceOptions {
  /** How long nothing is sent after BigQuery said that a quota is used up. @default 60 seconds */
  readonly quotaHoldMs?: number;
  /** Numbers from 0 to 1 that spread the retries. */
  readonly random?: () => number;
}

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;

/** Carries an error that another try may cure through cockatiel, which retries by class. */
class Again extends Error {}

/** Retries requests that failed in passing, and stops sending any while most of them fail. */
export class Resilience {
  readonly #budget = new RetryBudget();
  readonly #quotaHoldMs: number;
  readonly #retry;
  readonly #breaker = circuitBreaker(handleWhen(isOutage), {
    breaker: new CountBreaker({ threshold: 0.5, size: 20, minimumNumberOfCalls: 10 }),
    halfOpenAfter: new ExponentialBackoff({
      initialDelay: 1_000,
      maxDelay: 5_000,
      generator: noJitterGenerator,
    }),
  });
  #hold: NodeJS.Timeout | undefined;

  constructor({ quotaHoldMs = 60_000, random = Math.random }: ResilienceOptions = {}) {
    this.#quotaHoldMs = quotaHoldMs;
    this.#retry = retry(handleType(Again), {
      maxAttempts: MAX_RETRIES,
      backoff: new DelegateBackoff(
        ({ attempt }) => random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1)),
      ),
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

  /** Forgets what it waits for. */
  close(): void {
    clearTimeout(this.#hold);
  }

  async #try<Result>(
    stop: AbortSignal,
    send: () => Promise<Result>,
    attempt: number,
  ): Promise<Result> {
    stop.throwIfAborted();
    try {
      return await this.#breaker.execute(send);
    } catch (error) {
      if (isQuota(error)) this.#holdForQuota();
      const mayRetry = attempt < MAX_RETRIES && !stop.aborted && isTransient(error);
      if (mayRetry && this.#budget.spend()) throw new Again('Try again', { cause: error });
      throw error;
    }
  }

  /** A quota does not come back within seconds, and every request against it counts. */
  #holdForQuota(): void {
    if (this.#hold) return;
    const { dispose } = this.#breaker.isolate();
    this.#hold = setTimeout(() => {
      this.#hold = undefined;
      dispose();
    }, this.#quotaHoldMs);
    this.#hold.unref();
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof BigQueryError && treatmentOf(error).retry === 'request';
}

function isQuota(error: unknown): boolean {
  return error instanceof BigQueryError && treatmentOf(error).outcome === 'quota';
}

/** What counts against BigQuery as a whole; errors of one query do not. */
function isOutage(error: unknown): boolean {
  return error instanceof BigQueryError && treatmentOf(error).outcome === 'unavailable';
}
