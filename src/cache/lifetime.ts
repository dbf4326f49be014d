/**
 * How long rows are usable, in seconds: the first two count from their computation, the last two from the end of
 * freshness.
 */
export interface Lifetime {
  readonly freshSeconds: number;
  /** Refresh interval of rows in use; undefined for rows that are never warmed. */
  readonly warmSeconds: number | undefined;
  /** How long stale rows are served while a refresh runs (RFC 5861 §3). */
  readonly revalidateSeconds: number;
  /** How long stale rows are served when the engine fails (RFC 5861 §4). */
  readonly errorSeconds: number;
}

/** Use of rows by age: for any request; for any request, with a refresh; only when the engine fails; none. */
export type Freshness = 'fresh' | 'revalidate' | 'error' | 'expired';

/**
 * Microseconds; rows further in the future than replicas' clocks differ were computed before the clock was set back.
 */
const MAX_SKEW = 300_000_000n;

/** Age in microseconds, never negative: the clock of another replica may be ahead. */
export function ageOf(computedAt: bigint, now: bigint): bigint {
  return now > computedAt ? now - computedAt : 0n;
}

/** The freshness of rows that the data have not changed since; times are microseconds since the epoch. */
export function freshnessOf(lifetime: Lifetime, computedAt: bigint, now: bigint): Freshness {
  if (computedAt > now + MAX_SKEW) return 'revalidate';
  const stale = staleSeconds(lifetime, computedAt, now);
  if (stale < 0) return 'fresh';
  if (stale < lifetime.revalidateSeconds) return 'revalidate';
  return stale < lifetime.errorSeconds ? 'error' : 'expired';
}

/** The freshness of rows that were computed from other data than there are now. */
export function outdatedFreshnessOf(
  lifetime: Lifetime,
  computedAt: bigint,
  now: bigint,
): Extract<Freshness, 'error' | 'expired'> {
  const stale = Math.max(0, staleSeconds(lifetime, computedAt, now));
  return stale < lifetime.errorSeconds ? 'error' : 'expired';
}

/** Seconds since the end of freshness; negative before it. */
function staleSeconds({ freshSeconds }: Lifetime, computedAt: bigint, now: bigint): number {
  return Number(ageOf(computedAt, now)) / 1e6 - freshSeconds;
}

/** Seconds after which rows are expired for every use. */
export function maxAgeSeconds({ freshSeconds, revalidateSeconds, errorSeconds }: Lifetime): number {
  return freshSeconds + Math.max(revalidateSeconds, errorSeconds);
}
