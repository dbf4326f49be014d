import type { OutputColumn, Row, Statement, Type, Value } from '#googlesql';
import type { RunSavings } from '../bill/savings.ts';
import type { JobLabels } from '../request/job-labels.ts';

/** A typed value for a named parameter; TIMESTAMP and INT64 values may be bigint or number. */
export interface BoundParameter {
  readonly type: Type;
  readonly value: Value;
}

/** A statement that BigQuery alone understands: its text, which nothing here has compiled or proven anything of. */
export interface ForeignStatement {
  readonly sql: string;
  /** The names of its parameters, in lower case. */
  readonly parameters: readonly string[];
  /** The result columns, in order. */
  readonly columns: readonly OutputColumn[];
}

/** A statement that an engine runs. */
export type EngineStatement = Statement | ForeignStatement;

/** Whether a statement is BigQuery's own. */
export function isForeign(statement: EngineStatement): statement is ForeignStatement {
  return 'sql' in statement;
}

/** A statement with everything that decides its rows, and its limits. */
export interface EngineQuery {
  readonly statement: EngineStatement;
  /** The statement as it is written, where that which runs was folded for absent parameters. */
  readonly unfolded?: EngineStatement | undefined;
  /** By lower-case name; contains at least every parameter of the statement. */
  readonly parameters: ReadonlyMap<string, BoundParameter>;
  /** Rows beyond this number are cut, and `truncated` is set. */
  readonly maxRows: number;
  /** Rows beyond this much memory, in bytes, are cut too; undefined: unlimited. */
  readonly maxBytes?: number | undefined;
  /** Whether the outer SELECT is the caller's own; data errors (division by zero) are then `SQL_INVALID`. */
  readonly isCallersSql: boolean;
  readonly purpose: QueryPurpose;
  /**
   * Equal for runs of the same question with the same arguments and tenant, whenever they are; absent: nothing is
   * remembered from one run to the next.
   */
  readonly question?: string | undefined;
  /** Limits on the bytes billed; absent: only the engine's own. */
  readonly limits?: QueryLimits;
  /** Limits on concurrent queries of the key; absent: the engine's own. */
  readonly bounds?: RunBounds;
}

/** A query whose statement was compiled. */
export interface CompiledQuery extends EngineQuery {
  readonly statement: Statement;
}

/** The parts of a query that decide its place in the queue. */
export type SlotQuery = Pick<EngineQuery, 'purpose' | 'isCallersSql' | 'bounds'>;

/** All of a query but its statement and parameters. */
export type QueryTerms = Omit<EngineQuery, 'statement' | 'parameters' | 'question'>;

/** Running and waiting queries per key; absent: the engine's own limits. */
export interface RunBounds {
  readonly maxRunning?: number | undefined;
  readonly maxWaiting?: number | undefined;
}

/** Limits on the bytes billed; an absent one does not apply. */
export interface QueryLimits {
  /** For one query of the endpoint, instead of the engine's own limit. */
  readonly endpointBytes?: number | undefined;
  /** For one query of the key. */
  readonly keyBytes?: number | undefined;
  /** For all queries of the key on a UTC day. */
  readonly keyDailyBytes?: number | undefined;
}

/** Who and what a query is run for; used for cost attribution. */
export interface QueryPurpose {
  /** The endpoint's name. */
  readonly endpoint: string;
  /** Public id of the key whose request caused the run. */
  readonly keyId: string;
  readonly via: Via;
  /** Labels that the caller puts on its jobs; they decide nothing. */
  readonly labels?: JobLabels | undefined;
  /** Everybody whose requests a merged run answers; undefined for any other run. */
  readonly sharers?: readonly RunSharer[];
}

/** One of those whose requests a merged run answers; each pays an equal share. */
export type RunSharer = Pick<QueryPurpose, 'keyId' | 'via'>;

/** The interface a request came through; `warm` is a background refresh. */
export type Via = 'rest' | 'graphql' | 'mcp' | 'warm';

/** Options of a run. */
export interface EngineRun {
  /** Aborted when no caller is waiting any more; the engine then stops the query. */
  readonly signal: AbortSignal;
  /** Called when the query leaves the queue and starts. */
  readonly onStart?: (() => void) | undefined;
  /** Called with the id that the engine has given the query, once it is known; not all engines give one. */
  readonly onJob?: ((jobId: string) => void) | undefined;
  /**
   * Called with the bytes of every job that was billed, also where the run fails afterwards or nobody waits for it any
   * more; an engine that bills nothing never calls it.
   */
  readonly onBilled?: ((bytes: number) => void) | undefined;
  /** Called with the slot time of every job, in milliseconds, where slots are paid for in place of bytes. */
  readonly onSlotTime?: ((ms: number) => void) | undefined;
  /** Called with the bytes that a dry run for the query would be billed for. */
  readonly onEstimated?: ((bytes: number) => void) | undefined;
}

/** The result of a query. */
export interface EngineResult {
  readonly rows: readonly Row[];
  readonly truncated: boolean;
  /** Bytes billed for the run; 0 if no bytes are billed. */
  readonly bytesBilled: number;
  /** Bytes that the run was not billed for, by reason; absent if there are none. */
  readonly runSaved?: RunSavings | undefined;
  /** The state of the data that the run has read; undefined where the engine does not know it. */
  readonly dataState?: DataState | undefined;
}

/** The state of the data that a statement reads: what differs was computed from other data. */
export interface DataState {
  /** Hash of the names and sizes of all files: equal among replicas that read the same files. */
  readonly shared: string;
  /** Hash of their times of modification too: comparable within one process only. */
  readonly local: string;
}

/** The state of an engine that is set up correctly. */
export interface EngineHealth {
  /** False during a detected outage: only cached rows can be served. */
  readonly isAnswering: boolean;
  /** Number of absent columns and tables that are read as NULL or empty; the log names them. */
  readonly notes: number;
  /** Tables whose data are damaged, so that statements which read them fail; the log names them. @default 0 */
  readonly damaged?: number;
  /** Endpoints whose statements the engine would refuse, or answer wrongly; the log names them. @default 0 */
  readonly unready?: number;
}

/** The load of an engine, for metrics. */
export interface EngineUsage {
  /** By kind of query. */
  readonly queues: Readonly<Record<string, SlotUsage>>;
  /** Engine processes that ended and were replaced; undefined for an engine without processes. */
  readonly processRestarts?: number;
  /** Whether nothing is sent for a while because too many requests failed. */
  readonly isBreakerOpen: boolean;
  /** Queries that may run at once; undefined for an engine that does not adapt it. */
  readonly maxRunning?: number;
  /** Endpoints that are not ready, as in `EngineHealth`; undefined for an engine that does not check them. */
  readonly unready?: number;
}

/** Running and waiting queries. */
export interface SlotUsage {
  readonly running: number;
  readonly waiting: number;
}

/**
 * Runs statements; only BigQuery runs foreign ones.
 *
 * Rejects with a `FieldstoneError`: `SQL_INVALID` (data errors of the caller's SQL), `ENGINE_FAILED`,
 * `ENGINE_UNAVAILABLE`, `RATE_LIMITED` (too many queries of the key in the queue), `OVERLOADED` (too many of all keys),
 * `QUERY_TIMEOUT`; with the signal's reason when aborted.
 */
export interface Engine {
  run(query: EngineQuery, run: EngineRun): Promise<EngineResult>;
  /**
   * The bytes that a run of the query would be billed for, by a dry run; absent where nothing is billed. Rejects as `run`
   * does; the engine stops it at its deadline or when it closes.
   */
  estimate?(query: EngineQuery): Promise<number>;
  /** Throws if `run` would reject at once because the queue is full; call it before doing work for the query. */
  checkRoom(query: SlotQuery): void;
  usage(): EngineUsage;
  /**
   * The state of the data that a statement would read now; absent, or undefined, where the engine does not know it. Files
   * are listed at most once a second, and at once after an import.
   */
  dataState?(statement: EngineStatement): DataState | undefined;
  /**
   * A number that changes whenever the state of any data has changed; absent, or undefined, where the engine does not
   * know it. Costs a few microseconds.
   */
  dataVersion?(): number | undefined;
  /** Resolves when the engine can answer; rejects with what is missing, without names of tables. */
  check(): Promise<EngineHealth>;
  /** Stops running queries and releases all resources. */
  close(): Promise<void>;
}
