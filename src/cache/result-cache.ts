import type { Keyv } from 'keyv';
import { InFlight } from '../async/in-flight.ts';
import { rowsBytes } from '../googlesql/index.ts';
import { Derived } from './derived.ts';
import type { CacheEntry, CacheKey, CacheShare } from './entry.ts';
import { MemoryStore, type Sized } from './memory-store.ts';
import { openKeyv } from './open-keyv.ts';
import type { SharedCache } from './shared-cache.ts';

/** How many bytes each share of the cache may hold in this process. */
export type ShareBytes = Readonly<Record<CacheShare, number>>;

/** An entry in memory: its rows, what was made from them, and what became of it since. */
export interface CacheRecord<Question> extends Sized {
  readonly identity: string;
  /**
   * What was asked, so that it can be asked again; undefined where nobody keeps the rows warm: the compiled SQL of a
   * caller is many times as large as its text.
   */
  readonly question: Question | undefined;
  readonly entry: CacheEntry;
  readonly derived: Derived;
  bytes: number;
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

/** One share's Keyv, and the store behind it for what has to be known at once. */
interface Level<Question> {
  readonly keyv: Keyv<CacheRecord<Question>>;
  readonly store: MemoryStore<CacheRecord<Question>>;
}

/** About what a record takes beside its rows and its identity, most of it the plan with which it is kept warm. */
const RECORD_BYTES = 1_500;

/** Results in this process, and behind them those that replicas share: each level is a Keyv. */
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

  /** The record in this process, if it was made for the same identity. */
  peek({ key, identity, share }: CacheKey): CacheRecord<Question> | undefined {
    const record = this.#levels[share].store.get(key)?.value;
    return record?.identity === identity ? record : undefined;
  }

  /** The record, looked for among what replicas share too: once for all who ask meanwhile. */
  async get(question: Question): Promise<CacheRecord<Question> | undefined> {
    const shared = this.#shared;
    if (shared && !this.peek(question)) {
      await this.#lookups.share(question.key, () => this.#lookUp(question, shared));
    }
    return this.peek(question);
  }

  /** Keeps an entry in this process, in the place of the one before; one that its share cannot hold is not kept. */
  async set(question: Question, entry: CacheEntry): Promise<CacheRecord<Question>> {
    const { key, identity, lifetime, share } = question;
    const { keyv, store } = this.#levels[share];
    const { rows, truncated, bytesBilled, computedAt } = entry;
    const derived = new Derived((added) => {
      record.bytes += added;
      store.resize(key, record);
    });
    const record: CacheRecord<Question> = {
      identity,
      question: lifetime?.warmSeconds === undefined ? undefined : question,
      entry: { rows, truncated, bytesBilled, computedAt },
      derived,
      bytes: RECORD_BYTES + 2 * identity.length + rowsBytes(rows),
      wasRead: false,
      isRefreshing: false,
      failure: undefined,
    };
    await keyv.set(key, record);
    return record;
  }

  /** Removes a record from this process; the shared entry ends by itself. */
  async delete({ key, share }: CacheKey): Promise<void> {
    await this.#levels[share].keyv.delete(key);
  }

  /** Every record, in no certain order. */
  *records(): Iterable<CacheRecord<Question>> {
    for (const { store } of Object.values(this.#levels)) {
      for (const { value } of store.values()) yield value;
    }
  }

  /** About how many bytes all records take. */
  get bytes(): number {
    return this.#levels.stored.store.calculatedSize + this.#levels.sandbox.store.calculatedSize;
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
