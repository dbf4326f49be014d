import { CountBreaker } from 'cockatiel';
import { Breaker, type Verdict } from '../../../async/breaker.ts';
import { Retry } from '../../../async/retry.ts';
import { BigQueryError } from './bigquery-error.ts';
import { isQuotaError, treatmentOf } from './reasons.ts';

/** Options of `Resilience`. */
export interface ResilienceOptions {
  /** How long no request is sent after a quota is exhausted. @default 60 seconds */
  readonly quotaHoldMs?: number;
  /** Called for each attempt that BigQuery refuses for a quota. */
  readonly onQuota?: () => void;
  /** Random numbers from 0 to 1, for retry jitter. */
  readonly random?: () => number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** A longer `Retry-After` is not waited for where no deadline says how long there is. */
const MAX_RETRY_AFTER_MS = 10_000;

/** Retries transient failures, with a circuit breaker for outages. */
export class Resilience {
  readonly #quotaHoldMs: number;
  readonly #onQuota: () => void;
  readonly #retry: Retry;
  readonly #breaker: Breaker;

  constructor({ quotaHoldMs = 60_000, random, now, onQuota = () => {} }: ResilienceOptions = {}) {
    this.#quotaHoldMs = quotaHoldMs;
    this.#onQuota = onQuota;
    this.#retry = new Retry({ retryAfterMs, ...(random && { random }) });
    this.#breaker = new Breaker({
      counter: new CountBreaker({ threshold: 0.5, size: 20, minimumNumberOfCalls: 10 }),
      minPauseMs: 1_000,
      maxPauseMs: 5_000,
      ...(now && { now }),
    });
  }

  /** Whether nothing is sent for a while because too many requests failed. */
  get isOpen(): boolean {
    return this.#breaker.isOpen;
  }

  /**
   * Runs `send` with at most three attempts; none is started once `stop` is aborted, nor waited for if the server asks
   * for a longer pause than is left, in milliseconds.
   */
  async run<Result>(
    stop: AbortSignal,
    send: () => Promise<Result>,
    leftMs: () => number = () => MAX_RETRY_AFTER_MS,
  ): Promise<Result> {
    const judge = (error: unknown) => this.#judge(error);
    const isRetried = (error: unknown) => isTransient(error, leftMs());
    return this.#retry.run(stop, () => this.#breaker.run(send, judge), isRetried);
  }

  /** Whether an error counts against BigQuery as a whole; errors of a single query do not. */
  #judge(error: unknown): Verdict {
    if (!(error instanceof BigQueryError)) return 'nothing';
    if (isQuotaError(error)) this.#onQuota();
    const { outcome } = treatmentOf(error);
    if (outcome === 'quota') return { holdMs: this.#quotaHoldMs };
    return outcome === 'unavailable' ? 'outage' : 'success';
  }
}

/** Retries transient failures of a command's own calls, each of which is reported: without a breaker. */
export function retryTransient<Result>(
  stop: AbortSignal,
  send: () => Promise<Result>,
): Promise<Result> {
  const isRetried = (error: unknown) => isTransient(error, MAX_RETRY_AFTER_MS);
  return new Retry({ retryAfterMs }).run(stop, send, isRetried);
}

function isTransient(error: unknown, maxWaitMs: number): boolean {
  if (!(error instanceof BigQueryError) || treatmentOf(error).retry !== 'request') return false;
  return retryAfterMs(error) <= maxWaitMs;
}

function retryAfterMs(error: unknown): number {
  return error instanceof BigQueryError ? (error.retryAfterMs ?? 0) : 0;
}
