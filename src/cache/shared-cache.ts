import type { Keyv } from 'keyv';
import type { Counters } from './counters.ts';
import type { CacheEntry, CacheKey } from './entry.ts';
import { openEnvelope } from './envelope.ts';

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
