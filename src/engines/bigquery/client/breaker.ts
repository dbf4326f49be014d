import { CircuitState, CountBreaker } from 'cockatiel';

/** What an ended request says about the server; nothing where its caller ended it. */
export type Verdict = 'well' | 'outage' | 'quota' | 'nothing';

/** How a breaker waits. */
export interface BreakerOptions {
  /** How long nothing is sent after BigQuery said that a quota is used up. @default 60 seconds */
  readonly quotaHoldMs?: number;
  /** Milliseconds on a clock that is never set. */
  readonly now?: () => number;
}

/** Says that nothing is sent for a while, and for how long. */
export class BreakerOpen extends Error {
  override name = 'BreakerOpen' as const;
  readonly retryAfterSeconds: number;

  constructor(restMs: number) {
    super('Nothing is sent for a while: most requests failed');
    this.retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1_000));
  }
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5_000;

/**
 * Stops sending requests while most of them fail; after a pause one request at a time finds out whether it may go on.
 *
 * The counting is cockatiel's, its breaker is not: that one reads the clock of the wall, and stays open for an hour
 * when the clock is set back by one.
 */
export class Breaker {
  readonly #counter = new CountBreaker({ threshold: 0.5, size: 20, minimumNumberOfCalls: 10 });
  readonly #quotaHoldMs: number;
  readonly #now: () => number;
  /** Undefined while requests are sent. */
  #openUntil: number | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isProbing = false;

  constructor({ quotaHoldMs = 60_000, now = () => performance.now() }: BreakerOptions = {}) {
    this.#quotaHoldMs = quotaHoldMs;
    this.#now = now;
  }

  /** Sends a request, or rejects with `BreakerOpen`. */
  async run<Result>(
    send: () => Promise<Result>,
    judge: (error: unknown) => Verdict,
  ): Promise<Result> {
    const isProbe = this.#enter();
    try {
      const result = await send();
      this.#record('well', isProbe);
      return result;
    } catch (error) {
      this.#record(judge(error), isProbe);
      throw error;
    } finally {
      if (isProbe) this.#isProbing = false;
    }
  }

  #enter(): boolean {
    if (this.#openUntil === undefined) return false;
    const restMs = this.#openUntil - this.#now();
    if (restMs > 0 || this.#isProbing) throw new BreakerOpen(restMs);
    this.#isProbing = true;
    return true;
  }

  /** Requests that were under way when it opened tell nothing new. */
  #record(verdict: Verdict, isProbe: boolean): void {
    if (verdict === 'nothing') return;
    if (verdict === 'quota') this.#open(this.#quotaHoldMs);
    else if (isProbe) this.#recordProbe(verdict);
    else if (this.#openUntil === undefined) this.#count(verdict);
  }

  #recordProbe(verdict: Verdict): void {
    if (verdict === 'well') {
      this.#openUntil = undefined;
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#counter.success(CircuitState.HalfOpen);
      return;
    }
    this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2);
    this.#open(this.#pauseMs);
  }

  #count(verdict: Verdict): void {
    if (verdict === 'well') this.#counter.success(CircuitState.Closed);
    else if (this.#counter.failure(CircuitState.Closed)) this.#open(this.#pauseMs);
  }

  #open(pauseMs: number): void {
    this.#openUntil = this.#now() + pauseMs;
  }
}
