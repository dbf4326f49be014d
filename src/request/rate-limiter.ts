import { LRUCache } from 'lru-cache';

/** Usage of a bucket in its current window. */
export interface Usage {
  readonly taken: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** Length of a window, which starts with the first request counted. */
export const WINDOW_SECONDS = 60;

/** The requests of a key, by its id, or those without a valid key from an address or network. */
export type Bucket = `${'key' | 'address'}:${string}`;

/** Counts requests per bucket; callers compare with their limit. */
export interface RateLimiter {
  /** Adds `amount` to a bucket and returns its usage at once, so nothing waits for another process; 0 only reads it. */
  take(bucket: Bucket, amount?: number): Usage;
}

interface RateWindow {
  taken: number;
  /** On the clock of `performance.now()`. */
  readonly beganAt: number;
}

/** Beyond so many keys, or addresses, the one that was used least recently is forgotten. */
const MAX_BUCKETS = 50_000;

/** Counts requests in this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #keys = new LRUCache<Bucket, RateWindow>({ max: MAX_BUCKETS });
  /** Apart: there are as many as an attacker likes. */
  readonly #addresses = new LRUCache<Bucket, RateWindow>({ max: MAX_BUCKETS });
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
