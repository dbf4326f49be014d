import type { Keyv } from 'keyv';
import type { Counters } from './counters.ts';
import type { CacheEntry, CacheKey } from './entry.ts';
import { openEnvelope } from './envelope.ts';
import type { SharedCache } from './shared-cache.ts';

/** What a cache over Keyv needs beside the store. */
export interface KeyvCacheOptions {
  readonly counters: Counters;
  /** The name of a key's entry in the store. */
  readonly nameOf: (key: string) => string;
  /** Bounds the time of a read; rejects when the store is not to be asked. */
  readonly guard: <Result>(read: () => Promise<Result>) => Promise<Result>;
}

/** The shared level over any store of Keyv's that throws errors and keeps bytes as they are. */
export class KeyvCache implements SharedCache {
  readonly #keyv: Keyv;
  readonly #options: KeyvCacheOptions;

  constructor(keyv: Keyv, options: KeyvCacheOptions) {
    this.#keyv = keyv;
    this.#options = options;
  }

  async get(key: CacheKey): Promise<CacheEntry | undefined> {
    const { counters, guard, nameOf } = this.#options;
    let envelope: unknown;
    try {
      envelope = await guard(() => this.#keyv.get<unknown>(nameOf(key.key)));
    } catch {
      // The guard counts what went wrong; to the caller there is nothing.
      return undefined;
    }
    if (envelope === undefined) {
      counters.add('shared_miss');
      return undefined;
    }
    const entry = await openEnvelope(key, envelope);
    counters.add(entry ? 'shared_hit' : 'shared_rejected');
    return entry;
  }
}
