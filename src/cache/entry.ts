import type { OutputColumn, Row } from '../googlesql/index.ts';
import type { Lifetime } from './lifetime.ts';

/** Raw rows as they are kept: never redacted, so that one entry serves every caller. */
export interface CacheEntry {
  readonly rows: readonly Row[];
  readonly truncated: boolean;
  /** Bytes that the run was billed for. */
  readonly bytesBilled: number;
  /** When the rows were computed, in microseconds since the epoch. */
  readonly computedAt: bigint;
}

/** What an entry is bound to. */
export interface CacheKey {
  /** SHA-256 of `identity`, in hexadecimal. */
  readonly key: string;
  /** The definition version, the canonical arguments, the tenant filter and the SQL as one text. */
  readonly identity: string;
  /** The columns of the rows. */
  readonly columns: readonly OutputColumn[];
  /** How long the rows live; undefined when they are never kept. */
  readonly lifetime: Lifetime | undefined;
  /** Callers' own SQL has a share of the cache of its own, so that it cannot push out stored results. */
  readonly share: CacheShare;
}

/** The parts that a cache's bytes are divided into. */
export type CacheShare = 'stored' | 'sandbox';
