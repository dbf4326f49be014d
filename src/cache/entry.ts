import type { OutputColumn, Row } from '../googlesql/index.ts';
import type { EntryState } from './data-state.ts';
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
  /** Undefined if the rows are never kept. */
  readonly lifetime: Lifetime | undefined;
  /** Callers' own SQL has a separate share, so that it cannot evict stored results. */
  readonly share: CacheShare;
}

/** The shares that a cache's bytes are divided into. */
export type CacheShare = 'stored' | 'sandbox';
