import { createHash, hash } from 'node:crypto';
import { yieldToEventLoop } from '../../async/yield-to-event-loop.ts';
import type { Lifetime } from '../../cache/lifetime.ts';
import type { RunResult } from '../../execution/run-result.ts';

/** The request headers that an answer depends on. */
export const VARY =
  'X-API-KEY, Authorization, SVC-ENDPOINT-REDACT-PII, LF-ENDPOINT-REDACT-PII, Accept, Accept-Encoding';

/**
 * `Cache-Control` for rows with the given lifetime (RFC 9111 §5.2.2, RFC 5861); `no-store` for rows that are not
 * cached.
 *
 * Always `private`: answers depend on the key, which shared caches ignore.
 */
export function cacheControl(lifetime: Lifetime | undefined): string {
  if (!lifetime) return 'no-store';
  const { freshSeconds, revalidateSeconds, errorSeconds } = lifetime;
  let text = `private, max-age=${freshSeconds}`;
  if (revalidateSeconds > 0) text += `, stale-while-revalidate=${revalidateSeconds}`;
  if (errorSeconds > 0) text += `, stale-if-error=${errorSeconds}`;
  return text;
}

/** The parts of a result that `Cache-Status` reports. */
export type CacheHistory = Pick<
  RunResult,
  'cacheStatus' | 'lifetime' | 'failedStatus' | 'isStored' | 'ageSeconds'
>;

/** The `Cache-Status` header of an answer (RFC 9211 §2). */
export function cacheStatus(history: CacheHistory): string {
  return `fieldstone; ${handling(history)}`;
}

function handling({
  cacheStatus,
  lifetime,
  failedStatus,
  isStored,
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
  return isStored ? 'fwd=miss; stored' : 'fwd=miss';
}

/** What distinguishes a representation beside its bytes and its coding. */
export type TagFacts = readonly (string | boolean)[];

const PIECE_BYTES = 1_000_000;

/** The part of an entity tag that all codings of a representation share. */
export async function tagBase(bytes: Buffer, facts: TagFacts): Promise<string> {
  const digest = createHash('sha256');
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    await yieldToEventLoop();
    digest.update(bytes.subarray(start, start + PIECE_BYTES));
  }
  const whole = `${JSON.stringify(facts)}${digest.digest('base64url')}`;
  return hash('sha256', whole, 'base64url').slice(0, 22);
}

/** A member of an `If-None-Match` list; it may contain commas (RFC 9110 §8.8.3). */
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** The opaque tags in `If-None-Match`, compared weakly (RFC 9110 §13.1.2); `*` matches every tag. */
export function readIfNoneMatch(header: string): '*' | ReadonlySet<string> {
  if (header.trim() === '*') return '*';
  const tags = new Set<string>();
  for (const [, tag = ''] of header.matchAll(ENTITY_TAG)) tags.add(tag);
  return tags;
}
