/** How long the rows of a question live; seconds, counted from when they were computed but for the last two. */
export interface Lifetime {
  readonly freshSeconds: number;
  /** How often rows in use are refreshed; undefined for rows that are never warmed. */
  readonly warmSeconds: number | undefined;
  /** How long after they were fresh the rows answer at once, while one refresh runs (RFC 5861 §3). */
  readonly revalidateSeconds: number;
  /** How long after they were fresh the rows answer when the engine fails (RFC 5861 §4). */
  readonly errorSeconds: number;
}

/** What rows of an age are good for: any request; one and a refresh; a request that failed; nothing. */
export type Freshness = 'fresh' | 'revalidate' | 'error' | 'expired';

/** Rows from further in the future than clocks of replicas differ were computed before the clock was set back. */
const MAX_SKEW = 300_000_000n;

/** The age in microseconds; never negative, though the clock of another replica may be ahead. */
export function ageOf(computedAt: bigint, now: bigint): bigint {
  return now > computedAt ? now - computedAt : 0n;
}

/** Judges rows by their age; `computedAt` and `now` are microseconds since the epoch. */
export function freshnessOf(lifetime: Lifetime, computedAt: bigint, now: bigint): Freshness {
  if (computedAt > now + MAX_SKEW) return 'revalidate';
  const stale = Number(ageOf(computedAt, now)) / 1e6 - lifetime.freshSeconds;
  if (stale < 0) return 'fresh';
  if (stale < lifetime.revalidateSeconds) return 'revalidate';
  return stale < lifetime.errorSeconds ? 'error' : 'expired';
}

/** Seconds after which rows are of no use to anybody. */
export function wholeLife({ freshSeconds, revalidateSeconds, errorSeconds }: Lifetime): number {
  return freshSeconds + Math.max(revalidateSeconds, errorSeconds);
}
