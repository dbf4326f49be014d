import type { RunResult } from '../../execution/run-result.ts';

/** What `Cache-Status` is made from. */
export type CacheHistory = Pick<
  RunResult,
  'cacheStatus' | 'lifetime' | 'failedStatus' | 'derived' | 'ageSeconds'
>;

/** `Cache-Status` of an answer, as RFC 9211 §2 defines it. */
export function cacheStatus(history: CacheHistory): string {
  return `fieldstone; ${handling(history)}`;
}

function handling({
  cacheStatus,
  lifetime,
  failedStatus,
  derived,
  ageSeconds,
}: CacheHistory): string {
  if (failedStatus !== undefined) return `fwd=stale; fwd-status=${failedStatus}`;
  const isCollapsed = cacheStatus === 'COLLAPSED';
  if (!lifetime) return isCollapsed ? 'fwd=bypass; collapsed' : 'fwd=bypass';
  const ttl = lifetime.freshSeconds - ageSeconds;
  if (cacheStatus === 'HIT') return `hit; ttl=${ttl}`;
  // Ages are cut to whole seconds: rows that are stale since less than one must not look fresh.
  if (cacheStatus === 'STALE') return `hit; ttl=${Math.min(ttl, -1)}`;
  if (isCollapsed) return 'fwd=miss; collapsed';
  // Rows that no share of the cache could hold have nowhere to keep what is made from them.
  return derived ? 'fwd=miss; stored' : 'fwd=miss';
}
