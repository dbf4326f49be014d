import type { CacheEntry, CacheKey } from './entry.ts';

/**
 * How replicas agree on who runs a key.
 *
 * Nothing here rejects, and nothing waits longer than about 100 ms for a store that does not answer.
 */
export interface RunLocks {
  /** Asks for the one run of a key. */
  claim(key: CacheKey): Promise<Claim>;
  /** Looks for what became of the run that `holder` stands for. */
  look(key: CacheKey, holder: string): Promise<Sight>;
}

/** What came of a claim: the run is the caller's, or another's, or nobody knows. */
export type Claim =
  | {
      readonly kind: 'mine';
      readonly lease: Lease;
      /** The shared entry, of any age, as it is since nobody else can write it; only for keys with a lifetime. */
      readonly entry: CacheEntry | undefined;
    }
  | { readonly kind: 'taken'; readonly holder: string }
  | { readonly kind: 'unreachable' };

/** What is seen of another's run. */
export type Sight =
  | { readonly kind: 'running' }
  /** The run has ended with these rows. */
  | { readonly kind: 'landed'; readonly entry: CacheEntry }
  /** The run has ended, and its result was too large to be shared. */
  | { readonly kind: 'too_large' }
  /** The run has failed, or its replica has died. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreachable' };

/** The right to run a key, kept up until it is given back. */
export interface Lease {
  /**
   * Shares the result, unless the right has passed to another meanwhile, and gives the right back.
   *
   * Resolves before the store has answered, but so that a later claim of this process comes after it.
   */
  land(entry: CacheEntry): Promise<void>;
  /** Gives the right back without a result; when it resolves is as with `land`. */
  release(): Promise<void>;
}
