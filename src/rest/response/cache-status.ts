import type { RunResult } from '../../execution/run-result.ts';

/** The parts of a result that `Cache-Status` reports. */
export type CacheHistory = Pick<
  RunResult,
  'cacheStatus' | 'lifetime' | 'failedStatus' | 'derived' | 'ageSeconds'
>;

/** The `Cache-Status` header of an answer (RFC 9211 §2). */
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
  // Ages are truncated to whole seconds: rows stale for less than one must not look fresh.
  if (cacheStatus === 'STALE') return `hit; ttl=${Math.min(ttl, -1)}`;
  if (isCollapsed) return 'fwd=miss; collapsed';
  // Results too large for the cache have no `derived`.
  return derived ? 'fwd=miss; stored' : 'fwd=miss';
}
