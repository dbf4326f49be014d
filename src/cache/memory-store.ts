import type { KeyvStoreAdapter, StoredData } from 'keyv';
import { LRUCache } from 'lru-cache';

/** A value that knows about how many bytes it takes. */
export interface Sized {
  readonly bytes: number;
}

/** What Keyv hands to a store. A `LRUCache` learns of a new size only with a new object, which this is. */
interface Slot<Value> {
  readonly value: Value;
}

/**
 * Keyv's store in this process: bounded by bytes, forgetting what was not read for the longest.
 *
 * What Keyv can do only later (its `get` is asynchronous) is here at once as well: `read`, `values` and `bytes`. There
 * is no lifetime: Keyv's ends by the clock of the wall, and old rows are kept on purpose.
 */
export class MemoryStore<Value extends Sized> implements KeyvStoreAdapter {
  readonly opts = { url: '' };
  namespace?: string;
  readonly #slots: LRUCache<string, Slot<Value>>;

  constructor(maxBytes: number) {
    const sizeCalculation = ({ value }: Slot<Value>) => value.bytes;
    this.#slots = new LRUCache({ maxSize: maxBytes, sizeCalculation });
  }

  /** About how many bytes all values take. */
  get bytes(): number {
    return this.#slots.calculatedSize;
  }

  /** The value under a key, which counts as used. */
  read(key: string): Value | undefined {
    return this.#slots.get(key)?.value;
  }

  /** Every value, the one that was used last first. */
  *values(): Iterable<Value> {
    for (const { value } of this.#slots.values()) yield value;
  }

  /** Takes note that a value takes more bytes than when it was set; one that is not kept any more is left alone. */
  resize(key: string, value: Value): void {
    if (this.#slots.peek(key)?.value === value) this.#slots.set(key, { value });
  }

  async get<Kept = Value>(key: string): Promise<StoredData<Kept> | undefined> {
    // Keyv's type leaves open what a store keeps.
    return this.#slots.get(key) as StoredData<Kept>;
  }

  /** Keeps a value in the place of the one before; one that is larger than the store is not kept. */
  async set(key: string, { value }: Slot<Value>): Promise<void> {
    this.#slots.set(key, { value });
  }

  async delete(key: string): Promise<boolean> {
    return this.#slots.delete(key);
  }

  async clear(): Promise<void> {
    this.#slots.clear();
  }

  async *iterator<Kept = Value>(): AsyncGenerator<(string | Awaited<Kept> | undefined)[], void> {
    for (const [key, slot] of this.#slots.entries()) yield [key, slot as Awaited<Kept>];
  }

  /** Keyv wants to hear of errors; there are none. */
  on(): this {
    return this;
  }
}
