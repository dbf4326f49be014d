import { LRUCache } from 'lru-cache';
import { rowsBytes } from '../googlesql/index.ts';
import { Derived } from './derived.ts';
import type { CacheEntry, CacheKey, CacheShare } from './entry.ts';

/** How many bytes each share of the cache may hold. */
export type ShareBytes = Readonly<Record<CacheShare, number>>;

/** An entry in memory: its rows, what was made from them, and what became of it since. */
export interface MemoryRecord<Question> {
  readonly identity: string;
  /**
   * What was asked, so that it can be asked again; undefined where nobody keeps the rows warm: the compiled SQL of a
   * caller is many times as large as its text.
   */
  readonly question: Question | undefined;
  readonly entry: CacheEntry;
  readonly derived: Derived;
  /** Whether anybody read it since it was computed. */
  wasRead: boolean;
  isRefreshing: boolean;
  /** Where it could not be refreshed: when that is tried again, and how it failed. */
  failure: RefreshFailure | undefined;
}

/** Why and until when a refresh is not tried again. */
export interface RefreshFailure {
  /** How many refreshes in a row have failed. */
  readonly count: number;
  /** Microseconds since the epoch. */
  readonly retryAt: bigint;
  /** The status that a caller would have got. */
  readonly status: number;
}

/** About what a record takes beside its rows and its identity, most of it the plan with which it is kept warm. */
const RECORD_BYTES = 1_500;

/** A `LRUCache` learns of a new size only with a new value. */
interface Slot<Question> {
  readonly record: MemoryRecord<Question>;
}

/** The level of the cache in this process: bounded by bytes, forgetting what was not read for the longest. */
export class MemoryCache<Question extends CacheKey> {
  readonly #shares: Readonly<Record<CacheShare, LRUCache<string, Slot<Question>>>>;

  constructor(bytes: ShareBytes) {
    const share = (maxSize: number) => new LRUCache<string, Slot<Question>>({ maxSize });
    this.#shares = { stored: share(bytes.stored), sandbox: share(bytes.sandbox) };
  }

  /** The record under a key, if it was made for the same identity. */
  get({ key, identity, share }: CacheKey): MemoryRecord<Question> | undefined {
    const record = this.#shares[share].get(key)?.record;
    return record?.identity === identity ? record : undefined;
  }

  /** Keeps an entry in the place of the one before; one that its share cannot hold is not kept. */
  set(question: Question, entry: CacheEntry): MemoryRecord<Question> {
    const { key, identity, lifetime } = question;
    const share = this.#shares[question.share];
    let bytes = RECORD_BYTES + 2 * identity.length + rowsBytes(entry.rows);
    const keep = () => share.set(key, { record }, { size: bytes });
    const derived = new Derived((added) => {
      bytes += added;
      if (share.peek(key)?.record === record) keep();
    });
    const { rows, truncated, bytesBilled, computedAt } = entry;
    const record: MemoryRecord<Question> = {
      identity,
      question: lifetime?.warmSeconds === undefined ? undefined : question,
      entry: { rows, truncated, bytesBilled, computedAt },
      derived,
      wasRead: false,
      isRefreshing: false,
      failure: undefined,
    };
    keep();
    return record;
  }

  delete({ key, share }: CacheKey): void {
    this.#shares[share].delete(key);
  }

  /** Every record, in no certain order. */
  *records(): Iterable<MemoryRecord<Question>> {
    for (const share of Object.values(this.#shares)) {
      for (const { record } of share.values()) yield record;
    }
  }

  /** About how many bytes all records take. */
  get bytes(): number {
    return this.#shares.stored.calculatedSize + this.#shares.sandbox.calculatedSize;
  }
}
