/** What was taken of a bucket since it was full. */
export interface Usage {
  readonly taken: number;
  /** When the bucket is full again, in milliseconds from now. */
  readonly resetMs: number;
}

/** How long a bucket takes to be full again after the first was taken of it. */
export const WINDOW_SECONDS = 60;

/** Counts what is taken of buckets; how much a bucket holds is up to whoever takes. */
export interface RateLimiter {
  /** Takes from a bucket, or looks at it with an amount of 0. Never rejects, and waits for nothing outside. */
  take(bucket: string, amount?: number): Promise<Usage>;
}
