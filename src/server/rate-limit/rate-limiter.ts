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
