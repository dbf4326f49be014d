/** Settings of an `AdaptiveLimit`. */
export interface AdaptiveLimitOptions {
  /** The limit at first, and the highest. */
  readonly max: number;
  /** How long after it was lowered it is not lowered again, in milliseconds: what was sent before may still fail. @default 1000 */
  readonly holdMs?: number;
  /** Milliseconds of a monotonic clock. @default performance.now */
  readonly now?: () => number;
}

const DECREASE = 0.5;
const HOLD_MS = 1_000;

/**
 * A limit of concurrent requests that follows what a server takes, by additive increase and multiplicative decrease
 * (AIMD): halved when the server refuses for its quota, and raised by one for as many successes as it is high.
 *
 * @see https://en.wikipedia.org/wiki/Additive_increase/multiplicative_decrease
 */
export class AdaptiveLimit {
  readonly #options: Required<AdaptiveLimitOptions>;
  #limit: number;
  #loweredAt = Number.NEGATIVE_INFINITY;

  constructor(options: AdaptiveLimitOptions) {
    this.#options = { holdMs: HOLD_MS, now: () => performance.now(), ...options };
    this.#limit = options.max;
  }

  /** A whole number, at least 1. */
  get value(): number {
    return Math.floor(this.#limit);
  }

  /** Counts a request that succeeded. */
  succeeded(): void {
    this.#limit = Math.min(this.#options.max, this.#limit + 1 / this.#limit);
  }

  /** Counts a request that the server refused for its quota. */
  refused(): void {
    const now = this.#options.now();
    if (now - this.#loweredAt < this.#options.holdMs) return;
    this.#loweredAt = now;
    this.#limit = Math.max(1, this.#limit * DECREASE);
  }
}
