import type { CacheEntry, CacheKey } from './entry.ts';

/** The level of the cache that replicas have in common. */
export interface SharedCache {
  /**
   * The entry under a key; undefined where there is none, or none that can be trusted.
   *
   * Never rejects, and takes at most about 100 ms, whatever the store does.
   */
  get(key: CacheKey): Promise<CacheEntry | undefined>;
}
