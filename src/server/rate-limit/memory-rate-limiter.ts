import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type RateLimiter, type Usage, WINDOW_SECONDS } from './rate-limiter.ts';

/** Counts requests in this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #buckets: RateLimiterMemory;

  constructor(windowSeconds = WINDOW_SECONDS) {
    this.#buckets = new RateLimiterMemory({
      duration: windowSeconds,
      // Limits differ per key, so callers compare.
      points: Number.MAX_SAFE_INTEGER,
    });
  }

  async take(bucket: string, amount = 1): Promise<Usage> {
    const { consumedPoints, msBeforeNext } = await this.#buckets.penalty(bucket, amount);
    return { taken: consumedPoints, resetMs: msBeforeNext };
  }
}
