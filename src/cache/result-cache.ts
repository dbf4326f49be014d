import type { Keyv } from 'keyv';
import { rowsBytes } from '#googlesql';
import { InFlight } from '../async/in-flight.ts';
import {
  type CacheEntry,
  type CacheKey,
  type CacheShare,
  DerivedValues,
  type EntryState,
} from './entry.ts';
import { MemoryStore, openKeyv, type Sized, type StoreUsage } from './keyv.ts';
import type { SharedCache } from './shared.ts';

/** Maximum bytes of each share of the cache in this process. */
export type ShareBytes = Readonly<Record<CacheShare, number>>;

/** An entry in memory: its rows, values derived from them, and its state. */
export interface CacheRecord<Question> extends Sized {
  readonly identity: string;
  /**
   * The question, to ask it again; undefined for rows that are not warmed, because the compiled SQL of a caller takes
   * many times as much memory as its text.
   */
  readonly question: Question | undefined;
  readonly entry: CacheEntry;
  readonly derived: DerivedValues;
  bytes: number;
  /** Whether it was read since it was computed. */
  wasRead: boolean;
  isRefreshing: boolean;
  /** The last failed refresh, and when to retry; undefined after a success. */
  failure: RefreshFailure | undefined;
}

/** A failed refresh and its retry time. */
export interface RefreshFailure {
  /** Consecutive failures. */
  readonly count: number;
  /** Microseconds since the epoch. */
  readonly retryAt: bigint;
  /** The HTTP status that a caller would have received. */
  readonly status: number;
  /** The state of the data that the query failed on; once it differs, the retry is due at once. */
  readonly dataState: EntryState | undefined;
}

/** One share's Keyv, and its store for synchronous reads. */
interface Level<Question> {
  readonly keyv: Keyv<CacheRecord<Question>>;
  readonly store: MemoryStore<CacheRecord<Question>>;
}

/**
 * Approximate bytes of a record besides its rows and identity, mostly the plan for warming, and of the room that V8
 * leaves around so many small objects: with it, filling the cache takes less than twice what it may hold.
 */
const RECORD_BYTES = 2_500;

/** Results in this process, backed by those that replicas share; each level is a Keyv. */
export class ResultCache<Question extends CacheKey> {
  readonly #levels: Readonly<Record<CacheShare, Level<Question>>>;
  readonly #shared: Pick<SharedCache, 'get'> | undefined;
  readonly #lookups = new InFlight<string, void>();

  constructor(bytes: ShareBytes, shared?: Pick<SharedCache, 'get'>) {
    this.#levels = {
      stored: openLevel('stored', bytes.stored),
      sandbox: openLevel('sandbox', bytes.sandbox),
    };
    this.#shared = shared;
  }

  /** The record in this process, if it has the same identity. */
  peek({ key, identity, share }: CacheKey): CacheRecord<Question> | undefined {
    const record = this.#levels[share].store.get(key)?.value;
    return record?.identity === identity ? record : undefined;
  }

  /** The record, also looked up in the shared cache: once for all concurrent callers. */
  async get(question: Question): Promise<CacheRecord<Question> | undefined> {
    const shared = this.#shared;
    if (shared && !this.peek(question)) {
      await this.#lookups.share(question.key, () => this.#lookUp(question, shared));
    }
    return this.peek(question);
  }

  /** Stores an entry in this process, replacing the previous one; entries larger than their share are not cached. */
  async set(question: Question, entry: CacheEntry): Promise<CacheRecord<Question>> {
    const { key, identity, lifetime, share } = question;
    const { keyv, store } = this.#levels[share];
    const { rows, truncated, bytesBilled, computedAt, dataState } = entry;
    const derived = new DerivedValues((added) => {
      record.bytes += added;
      store.resize(key, record);
    });
    const record: CacheRecord<Question> = {
      identity,
      question: lifetime?.warmSeconds === undefined ? undefined : question,
      entry: { rows, truncated, bytesBilled, computedAt, dataState },
      derived,
      bytes: RECORD_BYTES + 2 * identity.length + rowsBytes(rows),
      wasRead: false,
      isRefreshing: false,
      failure: undefined,
    };
    await keyv.set(key, record);
    return record;
  }

  /** Removes a record from this process; the shared entry expires on its own. */
  async delete({ key, share }: CacheKey): Promise<void> {
    await this.#levels[share].keyv.delete(key);
  }

  /** Removes the records whose identities are not used any more from this process. */
  retain(isUsed: (identity: string) => boolean): void {
    for (const { store } of Object.values(this.#levels)) {
      for (const [key, { value }] of store.entries()) {
        if (!isUsed(value.identity)) store.delete(key);
      }
    }
  }

  /** All records, in no particular order. */
  *records(): Iterable<CacheRecord<Question>> {
    for (const { store } of Object.values(this.#levels)) {
      for (const { value } of store.values()) yield value;
    }
  }

  /** Whether there is a result that was computed at a time or later, in microseconds since the epoch. */
  hasSince(oldest: bigint): boolean {
    for (const { entry } of this.records()) if (entry.computedAt >= oldest) return true;
    return false;
  }

  /** What the shares hold, for metrics. */
  usage(): Readonly<Record<CacheShare, StoreUsage>> {
    const { sandbox, stored } = this.#levels;
    return { stored: stored.store.usage, sandbox: sandbox.store.usage };
  }

  async #lookUp(question: Question, shared: Pick<SharedCache, 'get'>): Promise<void> {
    const entry = await shared.get(question);
    if (entry && !this.peek(question)) await this.set(question, entry);
  }
}

function openLevel<Question>(share: CacheShare, maxBytes: number): Level<Question> {
  const store = new MemoryStore<CacheRecord<Question>>(maxBytes);
  return { store, keyv: openKeyv(store, share) };
}
