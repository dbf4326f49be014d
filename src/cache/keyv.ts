import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { LRUCache } from 'lru-cache';

/** A value with its approximate size in bytes. */
export interface Sized {
  readonly bytes: number;
}

/** What a store holds. */
export interface StoreUsage {
  readonly bytes: number;
  readonly maxBytes: number;
  readonly entries: number;
  /** Entries dropped for lack of room since the start. */
  readonly evictions: number;
}

/** What Keyv passes to a store. An `LRUCache` updates sizes only for new objects, so each `set` makes one. */
interface Slot<Value> {
  readonly value: Value;
}

/**
 * Keyv's in-process store: an LRU cache bounded by bytes.
 *
 * Keyv awaits any store's results, so an `LRUCache` can be one, and other code can read it synchronously. It has no
 * TTL: Keyv's depends on the wall clock, and expired rows are kept on purpose.
 */
export class MemoryStore<Value extends Sized> extends LRUCache<string, Slot<Value>> {
  #evictions = 0;

  constructor(maxBytes: number) {
    super({
      maxSize: maxBytes,
      sizeCalculation: ({ value }) => value.bytes,
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') this.#evictions += 1;
      },
    });
  }

  get usage(): StoreUsage {
    const { calculatedSize: bytes, maxSize: maxBytes, size: entries } = this;
    return { bytes, maxBytes, entries, evictions: this.#evictions };
  }

  /** Updates the size of a value that has grown; does nothing if the value is no longer kept. */
  resize(key: string, value: Value): void {
    if (this.peek(key)?.value === value) this.set(key, { value });
  }
}

/** Opens a Keyv that passes names and values to its store unchanged and throws the store's errors. */
export function openKeyv<Value>(
  store: KeyvStoreAdapter | MemoryStore<Value & Sized>,
  namespace: string,
): Keyv<Value> {
  const keyv = new Keyv<Value>({ store, namespace, useKeyPrefix: false, throwOnErrors: true });
  keyv.serialize = undefined;
  keyv.deserialize = undefined;
  return keyv;
}
