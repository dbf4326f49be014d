import { CircuitState, type IBreaker } from 'cockatiel';

/**
 * What an ended request says about the server: `nothing` if its caller ended it; `holdMs` if the server asks for a
 * pause of that length.
 */
export type Verdict = 'success' | 'outage' | 'nothing' | { readonly holdMs: number };

/** Settings of a breaker: when it opens, and for how long. */
export interface BreakerOptions {
  /** Counts outages and decides when there are too many. */
  readonly counter: IBreaker;
  /** How long the breaker stays open at first; doubled after each failed probe. */
  readonly minPauseMs: number;
  readonly maxPauseMs: number;
  /** How long it has to stay closed before pauses start at `minPauseMs` again. @default 0 */
  readonly resetAfterMs?: number;
  readonly onChange?: (isOpen: boolean) => void;
  /** Milliseconds of a monotonic clock. @default performance.now */
  readonly now?: () => number;
}

/** Error: the breaker is open; `retryAfterSeconds` is the rest of its pause. */
export class BreakerOpen extends Error {
  override name = 'BreakerOpen' as const;
  readonly retryAfterSeconds: number;

  constructor(restMs: number) {
    super('Nothing is sent for a while: too many requests failed');
    this.retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1_000));
  }
}

/**
 * A circuit breaker: stops sending requests while too many fail; after a pause one request at a time probes the server.
 *
 * Only the counting is cockatiel's. Its breaker reads the wall clock, so that it stays open for an hour when the clock
 * is set back by one, and it makes requests wait for a running probe.
 */
export class Breaker {
  readonly #options: BreakerOptions;
  readonly #now: () => number;
  /** Undefined while closed. */
  #openUntil: number | undefined;
  #closedAt = Number.NEGATIVE_INFINITY;
  #pauseMs: number;
  #isProbing = false;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#pauseMs = options.minPauseMs;
  }

  get isOpen(): boolean {
    return this.#openUntil !== undefined;
  }

  /** The rest of the pause before the next probe. */
  get restMs(): number {
    return Math.max(0, (this.#openUntil ?? 0) - this.#now());
  }

  /** Sends a request, or rejects with `BreakerOpen`; `judge` classifies its error. */
  async run<Result>(
    send: () => Promise<Result>,
    judge: (error: unknown) => Verdict,
  ): Promise<Result> {
    const isProbe = this.#enter();
    try {
      const result = await send();
      this.#record('success', isProbe);
      return result;
    } catch (error) {
      this.#record(judge(error), isProbe);
      throw error;
    } finally {
      if (isProbe) this.#isProbing = false;
    }
  }

  #enter(): boolean {
    if (!this.isOpen) return false;
    if (this.restMs > 0 || this.#isProbing) throw new BreakerOpen(this.restMs);
    this.#isProbing = true;
    return true;
  }

  /** Requests sent before the breaker opened are not counted. */
  #record(verdict: Verdict, isProbe: boolean): void {
    if (verdict === 'nothing') return;
    if (typeof verdict === 'object') this.#hold(verdict.holdMs);
    else if (isProbe) this.#recordProbe(verdict);
    else if (!this.isOpen) this.#count(verdict);
  }

  #recordProbe(verdict: 'success' | 'outage'): void {
    if (verdict === 'outage') {
      this.#open(this.#longerPause);
      return;
    }
    this.#openUntil = undefined;
    this.#closedAt = this.#now();
    this.#options.counter.success(CircuitState.HalfOpen);
    this.#options.onChange?.(false);
  }

  #count(verdict: 'success' | 'outage'): void {
    const { counter, resetAfterMs = 0, minPauseMs } = this.#options;
    if (verdict === 'success') {
      counter.success(CircuitState.Closed);
    } else if (counter.failure(CircuitState.Closed)) {
      const isReset = this.#now() - this.#closedAt >= resetAfterMs;
      this.#open(isReset ? minPauseMs : this.#longerPause);
    }
  }

  get #longerPause(): number {
    return Math.min(this.#options.maxPauseMs, this.#pauseMs * 2);
  }

  #open(pauseMs: number): void {
    this.#pauseMs = pauseMs;
    this.#hold(pauseMs);
  }

  #hold(pauseMs: number): void {
    const wasOpen = this.isOpen;
    this.#openUntil = this.#now() + pauseMs;
    if (!wasOpen) this.#options.onChange?.(true);
  }
}
