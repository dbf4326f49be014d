import type { Lifetime } from '../../cache/lifetime.ts';

/** The request headers that change what is answered, beside the URL. */
export const VARY =
  'X-API-KEY, Authorization, SVC-ENDPOINT-REDACT-PII, LF-ENDPOINT-REDACT-PII, Accept, Accept-Encoding';

/**
 * `Cache-Control` of rows that live that long (RFC 9111 §5.2.2, RFC 5861); `no-store` for rows that are never kept.
 *
 * Always private: a key decides what is seen, and shared caches do not know keys.
 */
export function cacheControl(lifetime: Lifetime | undefined): string {
  if (!lifetime) return 'no-store';
  const { freshSeconds, revalidateSeconds, errorSeconds } = lifetime;
  let text = `private, max-age=${freshSeconds}`;
  if (revalidateSeconds > 0) text += `, stale-while-revalidate=${revalidateSeconds}`;
  if (errorSeconds > 0) text += `, stale-if-error=${errorSeconds}`;
  return text;
}
