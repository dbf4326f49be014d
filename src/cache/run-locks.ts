import type { CacheEntry, CacheKey } from './entry.ts';

/**
 * Locks by which replicas agree on which of them runs a key.
 *
 * Methods never reject and take at most about 100 ms, whatever the store does.
 */
export interface RunLocks {
  /** Tries to acquire the run of a key, on data of the shared state given. */
  claim(key: CacheKey, sharedState?: string): Promise<Claim>;
  /** Polls the run that `holder` identifies. */
  look(key: CacheKey, holder: string): Promise<RunState>;
}

/** The result of a claim: the run is the caller's, another replica's, or the store is unreachable. */
export type Claim =
  | {
      readonly kind: 'mine';
      readonly lease: Lease;
      /**
       * The shared entry, of any age; no other replica can write it while the lease is held. Only for keys with a
       * lifetime.
       */
      readonly entry: CacheEntry | undefined;
    }
  | {
      readonly kind: 'taken';
      readonly holder: string;
      /** The shared state of the data that the holder claimed the run with. */
      readonly sharedState: string | undefined;
    }
  | { readonly kind: 'unreachable' };

/** The state of another replica's run. */
export type RunState =
  | { readonly kind: 'running' }
  /** The run ended with these rows. */
  | { readonly kind: 'ended'; readonly entry: CacheEntry }
  /** The run ended; its result was too large to share. */
  | { readonly kind: 'too_large' }
  /** The run failed, or its replica died. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreachable' };

/** The right to run a key, renewed until it is released. */
export interface Lease {
  /**
   * Shares the result, unless the right has passed to another replica, and releases the right.
   *
   * Resolves before the store has answered, but late enough that a later claim of this process is sent after it.
   */
  publish(entry: CacheEntry): Promise<void>;
  /** Releases the right without a result; resolves as `publish` does. */
  release(): Promise<void>;
}
