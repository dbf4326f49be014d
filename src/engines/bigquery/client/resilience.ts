import { CountBreaker } from 'cockatiel';
import { Breaker, type Verdict } from '../../../async/breaker.ts';
import { Retry } from '../../../async/retry.ts';
import { BigQueryError } from './bigquery-error.ts';
import { treatmentOf } from './reasons.ts';

/** How patient requests are. */
export interface ResilienceOptions {
  /** How long nothing is sent after BigQuery said that a quota is used up. @default 60 seconds */
  readonly quotaHoldMs?: number;
  /** Numbers from 0 to 1 that spread the retries. */
  readonly random?: () => number;
  /** Milliseconds on a clock that is never set. */
  readonly now?: () => number;
}

/** Retries requests that failed in passing, and stops sending any while most of them fail. */
export class Resilience {
  readonly #quotaHoldMs: number;
  readonly #retry: Retry;
  readonly #breaker: Breaker;

  constructor({ quotaHoldMs = 60_000, random, now }: ResilienceOptions = {}) {
    this.#quotaHoldMs = quotaHoldMs;
    this.#retry = new Retry({ ...(random && { random }) });
    this.#breaker = new Breaker({
      counter: new CountBreaker({ threshold: 0.5, size: 20, minimumNumberOfCalls: 10 }),
      minPauseMs: 1_000,
      maxPauseMs: 5_000,
      ...(now && { now }),
    });
  }

  /** What `send` comes to, after at most three tries; nothing is sent any more once `stop` is aborted. */
  async run<Result>(stop: AbortSignal, send: () => Promise<Result>): Promise<Result> {
    const judge = (error: unknown) => this.#judge(error);
    return this.#retry.run(stop, () => this.#breaker.run(send, judge), isTransient);
  }

  /** What counts against BigQuery as a whole; errors of one query do not. */
  #judge(error: unknown): Verdict {
    if (!(error instanceof BigQueryError)) return 'nothing';
    const { outcome } = treatmentOf(error);
    if (outcome === 'quota') return { holdMs: this.#quotaHoldMs };
    return outcome === 'unavailable' ? 'outage' : 'well';
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof BigQueryError && treatmentOf(error).retry === 'request';
}
