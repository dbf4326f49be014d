/** A cache entry that answered a request while it was fresh. */
export interface CacheHit {
  /** Whether the entry is still in the cache; false once it was replaced or evicted. */
  isCached(): boolean;
  /** Counts one more hit of the entry and marks it as read. */
  touch(): void;
}

/** A result from the cache, and how long an answer made from it stays the same. */
export interface FreshHit {
  /**
   * When the rows' age in whole seconds next changes, in microseconds since the epoch. Rows are fresh for whole
   * seconds, so that they are fresh until then.
   */
  readonly expiresAt: bigint;
  readonly hit: CacheHit;
}
