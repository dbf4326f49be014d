import type { ResultCache } from '../../src/cache/result-cache.ts';

/** The bytes that a cache counts in all its shares. */
export function cachedBytes(cache: Pick<ResultCache<never>, 'usage'>): number {
  return Object.values(cache.usage()).reduce((sum, { bytes }) => sum + bytes, 0);
}
