import type { Row, Statement, Type, Value } from '../googlesql/index.ts';

/** A typed value for one named parameter; TIMESTAMP and INT64 values may be bigint or number. */
export interface BoundParameter {
  readonly type: Type;
  readonly value: Value;
}

/** A statement with everything that decides its rows. */
export interface EngineQuery {
  readonly statement: Statement;
  /** By lower-case name; holds at least every parameter that the statement uses. */
  readonly parameters: ReadonlyMap<string, BoundParameter>;
  /** Rows past this number are cut, and `truncated` is set. */
  readonly maxRows: number;
  /** Rows past this much memory, in bytes, are cut too; undefined for answers that may take what they take. */
  readonly maxBytes?: number | undefined;
  /** Whether the outer SELECT is the caller's own: then a data error (division by zero) is `SQL_INVALID`. */
  readonly isCallersSql: boolean;
  readonly purpose: QueryPurpose;
  /** What the run may be billed for; without it the engine's own limit holds alone. */
  readonly limits?: QueryLimits;
  /** How much the key may have under way at the same time; without it the engine's own bounds hold. */
  readonly bounds?: RunBounds;
}

/** What of a query decides whether there is room for it. */
export type SlotQuery = Pick<EngineQuery, 'purpose' | 'isCallersSql' | 'bounds'>;

/** How many queries of one key run and wait at the same time; an absent one is the engine's own. */
export interface RunBounds {
  readonly maxRunning?: number | undefined;
  readonly maxWaiting?: number | undefined;
}

/** Bounds on what is billed, in bytes; an absent one does not bound. */
export interface QueryLimits {
  /** For one query of the endpoint, in place of the engine's own limit. */
  readonly endpointBytes?: number | undefined;
  /** For one query of the key. */
  readonly keyBytes?: number | undefined;
  /** For all queries of the key on one UTC day. */
  readonly keyDailyBytes?: number | undefined;
}

/** Whom and what a query is run for: the bill is split by it. */
export interface QueryPurpose {
  /** The endpoint's name. */
  readonly endpoint: string;
  /** The public id of the key that asked first. */
  readonly keyId: string;
  readonly via: Via;
}

/** Where a request came in; `warm` is a refresh that no caller waits for. */
export type Via = 'rest' | 'graphql' | 'warm';

/** How long and for whom a query runs. */
export interface EngineRun {
  /** Aborted when nobody waits for the answer any more; the engine then stops the query. */
  readonly signal: AbortSignal;
}

/** What an engine answers. */
export interface EngineResult {
  readonly rows: readonly Row[];
  readonly truncated: boolean;
  /** Bytes that the run was billed for; 0 where nothing is billed. */
  readonly bytesBilled: number;
}

/**
 * Runs checked statements.
 *
 * Rejects with a `FieldstoneError`: `SQL_INVALID` (data errors of the caller's SQL), `ENGINE_FAILED`,
 * `ENGINE_UNAVAILABLE`, `RATE_LIMITED` (too many of the key wait already), `OVERLOADED` (too many of all keys),
 * `QUERY_TIMEOUT`; with the signal's reason when aborted.
 */
export interface Engine {
  run(query: EngineQuery, run: EngineRun): Promise<EngineResult>;
  /** Throws what `run` would reject with at once where too many queries wait, before anything is spent on the query. */
  checkRoom(query: SlotQuery): void;
  /** Resolves when the engine can answer; rejects with the reason why not. */
  check(): Promise<void>;
  /** Stops running queries and releases everything. */
  close(): Promise<void>;
}
