import type { OutputColumn, Row } from '#googlesql';
import type { Lifetime } from './lifetime.ts';

/** A cached result: raw rows, never redacted, so that one entry serves every caller. */
export interface CacheEntry {
  readonly rows: readonly Row[];
  readonly truncated: boolean;
  /** Bytes that the run was billed for. */
  readonly bytesBilled: number;
  /** When the rows were computed, in microseconds since the epoch. */
  readonly computedAt: bigint;
  /** The state of the data that the rows were computed from; undefined where the engine knows none. */
  readonly dataState?: EntryState | undefined;
}

/** What an entry is stored and verified under. */
export interface CacheKey {
  /** SHA-256 of `identity`, in hexadecimal. */
  readonly key: string;
  /** Text of the definition version, the canonical arguments, the tenant filter and the SQL. */
  readonly identity: string;
  /** The columns of the rows. */
  readonly columns: readonly OutputColumn[];
  /** Undefined if the rows are never cached. */
  readonly lifetime: Lifetime | undefined;
  /** Callers' own SQL has a separate share, so that it cannot evict stored results. */
  readonly share: CacheShare;
}

/** The shares that a cache's bytes are divided into. */
export type CacheShare = 'stored' | 'sandbox';

/** A cache entry that answered a request while it was fresh. */
export interface CacheHit {
  /** Whether the entry is still in the cache; false once it was replaced or evicted. */
  isCached(): boolean;
  /** Counts one more hit of the entry and marks it as read. */
  touch(): void;
}

/** A result from the cache, and how long an answer made from it stays the same. */
export interface FreshHit {
  /**
   * When the rows' age in whole seconds next changes, in microseconds since the epoch. Rows are fresh for whole
   * seconds, so that they are fresh until then.
   */
  readonly expiresAt: bigint;
  readonly hit: CacheHit;
}

/** The state of the data that rows were computed from. */
export interface EntryState {
  /** Hash of what all replicas see of the data. */
  readonly shared: string;
  /** Hash of all that this process sees of the data; undefined for rows of another process. */
  readonly local?: string | undefined;
}

/** Whether rows were computed from data of the given state; undefined where the engine knows none. */
export function isOfState(
  { dataState: entry }: { readonly dataState?: EntryState | undefined },
  now: EntryState | undefined,
): boolean {
  return entry?.local === undefined ? entry?.shared === now?.shared : entry.local === now?.local;
}

/** Values derived from the rows of one entry, each stored once under a name. */
export class DerivedValues {
  readonly #values = new Map<string, unknown>();
  readonly #grow: (bytes: number) => void;

  /** `grow` is called with the bytes of every value added. */
  constructor(grow: (bytes: number) => void) {
    this.#grow = grow;
  }

  /** The value under a name, which must always have the same type. */
  get<Value>(name: string): Value | undefined {
    // Each name is written and read in one place only, which ensures the type.
    return this.#values.get(name) as Value | undefined;
  }

  set(name: string, value: unknown, bytes: number): void {
    if (this.#values.has(name)) return;
    this.#values.set(name, value);
    this.#grow(bytes);
  }
}
