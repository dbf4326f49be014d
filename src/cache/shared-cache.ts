import type { Keyv } from 'keyv';
import type { Counters } from './counters.ts';
import type { CacheEntry, CacheKey } from './entry.ts';
import { openEnvelope } from './envelope.ts';

/** The name of a key's entry. The braces put what belongs to a key on one node of a cluster, as scripts need. */
export function entryName(key: string): string {
  return `{${key}}:entry`;
}

/** The level of the cache that replicas have in common: envelopes in a Keyv, which others write. */
export class SharedCache {
  readonly #keyv: Pick<Keyv, 'get'>;
  readonly #counters: Counters;

  /** The store behind `keyv` bounds how long it takes, and counts what goes wrong. */
  constructor(keyv: Pick<Keyv, 'get'>, counters: Counters) {
    this.#keyv = keyv;
    this.#counters = counters;
  }

  /**
   * The entry under a key; undefined where there is none, or none that can be trusted.
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
