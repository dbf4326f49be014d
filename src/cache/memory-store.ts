import { LRUCache } from 'lru-cache';

/** A value that knows about how many bytes it takes. */
export interface Sized {
  readonly bytes: number;
}

/** What Keyv hands to a store. An `LRUCache` learns of a new size only with a new object, which this is. */
interface Slot<Value> {
  readonly value: Value;
}

/**
 * Keyv's store in this process: bounded by bytes, forgetting what was not used for the longest.
 *
 * Keyv awaits whatever its store gives, so that an `LRUCache` is one, which others may ask without waiting. There is no
 * lifetime: Keyv's ends by the clock of the wall, and old rows are kept on purpose.
 */
export class MemoryStore<Value extends Sized> extends LRUCache<string, Slot<Value>> {
  constructor(maxBytes: number) {
    super({ maxSize: maxBytes, sizeCalculation: ({ value }) => value.bytes });
  }

  /** Takes note that a value takes more bytes than when it was set; one that is not kept any more is left alone. */
  resize(key: string, value: Value): void {
    if (this.peek(key)?.value === value) this.set(key, { value });
  }
}
