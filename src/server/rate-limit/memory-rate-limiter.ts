import { LRUCache } from 'lru-cache';
import { type RateLimiter, type Usage, WINDOW_SECONDS } from './rate-limiter.ts';

interface Window {
  taken: number;
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
}

/** Beyond this the bucket that was used least recently is forgotten: addresses are as many as an attacker likes. */
const MAX_BUCKETS = 50_000;

/** Counts requests in this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #windows = new LRUCache<string, Window>({ max: MAX_BUCKETS });
  readonly #windowMs: number;

  constructor(windowSeconds = WINDOW_SECONDS) {
    this.#windowMs = windowSeconds * 1_000;
  }

  take(bucket: string, amount = 1): Usage {
    const now = performance.now();
    let window = this.#windows.get(bucket);
    if (!window || window.endsAt <= now) {
      window = { taken: 0, endsAt: now + this.#windowMs };
      if (amount > 0) this.#windows.set(bucket, window);
    }
    window.taken += amount;
    return { taken: window.taken, resetMs: window.endsAt - now };
  }
}
