import type { Keyv } from 'keyv';
import type { Counters } from './counters.ts';
import type { CacheEntry, CacheKey } from './entry.ts';
import { openEnvelope } from './envelope.ts';

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

/**
 * The name of a key's entry. The braces are a hash tag: they put all names of a key on one cluster node, as scripts
 * require.
 */
export function entryName(key: string): string {
  return `{${key}}:entry`;
}

/** The cache level that replicas share: envelopes in a Keyv, which other processes write too. */
export class SharedCache {
  readonly #keyv: Pick<Keyv, 'get'>;
  readonly #counters: Counters;

  /** The store behind `keyv` must bound its time, and counts its errors. */
  constructor(keyv: Pick<Keyv, 'get'>, counters: Counters) {
    this.#keyv = keyv;
    this.#counters = counters;
  }

  /**
   * The entry under a key; undefined if it is absent or fails verification.
   *
   * Never rejects, and takes at most about 100 ms, whatever the store does.
   */
  async get(key: CacheKey): Promise<CacheEntry | undefined> {
    let envelope: unknown;
    try {
      envelope = await this.#keyv.get<unknown>(entryName(key.key));
    } catch {
      return undefined;
    }
    if (envelope === undefined) {
      this.#counters.add('shared_miss');
      return undefined;
    }
    const entry = await openEnvelope(key, envelope);
    this.#counters.add(entry ? 'shared_hit' : 'shared_rejected');
    return entry;
  }
}

/** Sums that replicas share. */
export interface SharedCounter {
  /**
   * Adds to the sum under a name and returns the new sum; undefined if it is unknown.
   *
   * A sum expires `ttlSeconds` after its first addition.
   */
  add(name: string, amount: number, ttlSeconds: number): Promise<number | undefined>;
}
