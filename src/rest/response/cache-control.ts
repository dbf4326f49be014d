import type { Lifetime } from '../../cache/lifetime.ts';

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
