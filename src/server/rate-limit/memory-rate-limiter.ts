import { LRUCache } from 'lru-cache';
import { type Bucket, type RateLimiter, type Usage, WINDOW_SECONDS } from './rate-limiter.ts';

interface Window {
  taken: number;
  /** On the clock of `performance.now()`. */
  readonly beganAt: number;
}

/** Beyond so many keys, or addresses, the one that was used least recently is forgotten. */
const MAX_BUCKETS = 50_000;

/** Counts requests in this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #keys = new LRUCache<Bucket, Window>({ max: MAX_BUCKETS });
  /** Apart: there are as many as an attacker likes. */
  readonly #addresses = new LRUCache<Bucket, Window>({ max: MAX_BUCKETS });
  readonly #windowMs: number;

  constructor(windowSeconds = WINDOW_SECONDS) {
    this.#windowMs = windowSeconds * 1_000;
  }

  take(bucket: Bucket, amount = 1): Usage {
    const now = performance.now();
    const windows = bucket.startsWith('key:') ? this.#keys : this.#addresses;
    let window = windows.get(bucket);
    if (!window || now - window.beganAt >= this.#windowMs) {
      window = { taken: 0, beganAt: now };
      if (amount > 0) windows.set(bucket, window);
    }
    window.taken += amount;
    return { taken: window.taken, resetMs: this.#windowMs - (now - window.beganAt) };
  }
}
