import { LRUCache } from 'lru-cache';
import { settledOrAborted } from '../async/settled-or-aborted.ts';

/** Size and lifetime of the cache of estimates. */
const MAX_KNOWN = 1_000;
const KNOWN_MS = 60_000;

/** The estimated bytes of plans, by their keys, for a minute; equal plans share an estimate. */
export class Estimates {
  readonly #known = new LRUCache<string, Promise<number>>({ max: MAX_KNOWN, ttl: KNOWN_MS });

  /** The estimate of a plan, which `make` makes if there is none; failures are not cached. */
  get(key: string, stop: AbortSignal, make: () => Promise<number>): Promise<number> {
    const known = this.#known.get(key);
    if (known) return settledOrAborted(known, stop);
    const pending = make();
    this.#known.set(key, pending);
    pending.catch(() => {
      if (this.#known.peek(key) === pending) this.#known.delete(key);
    });
    return settledOrAborted(pending, stop);
  }
}
