import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hideSecrets } from '../auth/secret.ts';
import type { Savings } from '../bill/savings.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request ran; null until its handler runs, and for requests that run nothing. */
    ran: RunRecord | null;
    /** The code of the error that was sent; undefined without one. */
    errorCode: string | undefined;
  }
}

/** Where a request's time went, in milliseconds; undefined where nothing of the kind happened. */
export interface Phases {
  /** Waiting to be compiled and for a free place at the engine. */
  readonly queueMs: number;
  readonly engineMs: number | undefined;
  /** From the rows to the bytes; undefined if they are encoded while they are sent. */
  readonly encodeMs: number | undefined;
}

/** One result of a request: when its rows came, and what they took. */
export interface RanResult {
  readonly endpoint: string;
  readonly cacheStatus: string;
  readonly rows: { readonly length: number };
  readonly bytesBilled: number;
  readonly saved: Savings;
  /** In milliseconds; undefined if the rows needed no run of the engine. */
  readonly times: { readonly queueMs: number; readonly engineMs: number } | undefined;
  /** How long the request waited before its run, in milliseconds. */
  readonly waitedMs: number;
  /** In the time of `performance.now()`. */
  readonly rowsAt: number;
}

const NONE: Phases = { queueMs: 0, engineMs: undefined, encodeMs: undefined };

/** Of an answer from the microcache, for which nothing was run and nothing encoded. */
const CACHED: Phases = { queueMs: 0, engineMs: undefined, encodeMs: 0 };

/** How many hexadecimal digits of a SHA-256 name a text in logs. */
const HASH_LENGTH = 16;

/** What is reported of one result. */
export interface ResultFigures {
  readonly endpoint: string;
  readonly cacheStatus: string;
  readonly rowCount: number;
  readonly bytesBilled: number;
  readonly saved: Savings;
}

/** Cache statuses by how far they are from a hit. */
const STATUSES: readonly string[] = ['HIT', 'STALE', 'COLLAPSED', 'MISS', 'BYPASS'];

/** Called with each of the callers' own texts of SQL, once. */
type OnSql = (sqlHash: string, sql: string) => void;

/** What was requested; a finished record shares it with the one of its cached answer. */
type Requested = Pick<RunRecord, 'endpoints' | 'sqlHashes'>;

/** What one request to an endpoint requested and ran: for its log line, the metrics and `Server-Timing`. */
export class RunRecord {
  readonly via: 'rest' | 'graphql' | 'mcp';
  /** The requested endpoints, also where that failed. */
  readonly endpoints: Set<string>;
  /** Hashes of the callers' own SQL. */
  readonly sqlHashes: Set<string>;
  /** The GraphQL operation's name and the hash of its document. */
  operation: { readonly name: string | undefined; readonly hash: string } | undefined;
  results: readonly ResultFigures[] = [];
  /** The status furthest from a hit of all results, as in `Cache-Status`; undefined without results. */
  cacheStatus: string | undefined;
  phases: Phases = NONE;
  /** When the last rows came, and when the answer was encoded: undefined if it is encoded while it is sent. */
  encoding: { readonly startedAt: number; readonly endedAt: number | undefined } | undefined;
  /** Whether the microcache answered. */
  isCached = false;

  readonly #onSql: OnSql;

  constructor(
    via: 'rest' | 'graphql' | 'mcp',
    onSql: OnSql = () => {},
    { endpoints, sqlHashes }: Requested = { endpoints: new Set(), sqlHashes: new Set() },
  ) {
    this.via = via;
    this.#onSql = onSql;
    this.endpoints = endpoints;
    this.sqlHashes = sqlHashes;
  }

  /** Notes that an endpoint is requested, with the caller's own SQL if there is any. */
  request(endpoint: string, sql: string | undefined): void {
    this.endpoints.add(endpoint);
    if (sql === undefined) return;
    const sqlHash = textHash(sql);
    if (this.sqlHashes.has(sqlHash)) return;
    this.sqlHashes.add(sqlHash);
    this.#onSql(sqlHash, sql);
  }

  /**
   * Notes the results, and returns where the time went. Those of one operation are awaited side by side, so the longest
   * wait and the longest run count. `encodedAt` is in the time of `performance.now()`; undefined if the answer is
   * encoded while it is sent.
   */
  finish(results: readonly RanResult[], encodedAt: number | undefined): Phases {
    let furthest = -1;
    let queueMs = 0;
    let engineMs: number | undefined;
    let lastRowsAt = 0;
    this.results = results.map((result) => {
      const { endpoint, cacheStatus, rows, bytesBilled, saved, times, waitedMs, rowsAt } = result;
      furthest = Math.max(furthest, STATUSES.indexOf(cacheStatus));
      lastRowsAt = Math.max(lastRowsAt, rowsAt);
      queueMs = Math.max(queueMs, waitedMs + (times?.queueMs ?? 0));
      if (times) engineMs = Math.max(engineMs ?? 0, times.engineMs);
      return { endpoint, cacheStatus, rowCount: rows.length, bytesBilled, saved };
    });
    this.cacheStatus = STATUSES[furthest];
    const encodeMs = encodedAt === undefined ? undefined : encodedAt - lastRowsAt;
    this.phases = { queueMs, engineMs, encodeMs };
    this.encoding = { startedAt: lastRowsAt, endedAt: encodedAt };
    return this.phases;
  }

  /** The record of requests that the microcache answers with the finished answer; holds no rows. */
  cached(): RunRecord {
    const cached = new RunRecord(this.via, undefined, this);
    cached.operation = this.operation;
    cached.results = this.results;
    cached.cacheStatus = this.cacheStatus;
    cached.phases = CACHED;
    cached.isCached = true;
    return cached;
  }
}

/** Begins the record of a request; lines of level `debug` have the texts of callers' SQL by their hashes. */
export function beginRun(request: FastifyRequest, via: RunRecord['via']): RunRecord {
  const record = new RunRecord(via, (sqlHash, sql) => {
    request.log.debug({ sqlHash, sql: hideSecrets(sql) }, "caller's SQL");
  });
  request.ran = record;
  return record;
}

/** A short hash that names a text in logs. */
export function textHash(text: string): string {
  return hash('sha256', text).slice(0, HASH_LENGTH);
}

/**
 * Adds `Server-Timing` (W3C): `queue`, waiting to be compiled and for a free place at the engine; `engine`, absent if
 * nothing was run; `encode`, from the rows to the bytes.
 */
export function addServerTiming(
  reply: FastifyReply,
  { queueMs, engineMs, encodeMs }: Phases,
): void {
  let header = `queue;dur=${rounded(queueMs)}`;
  if (engineMs !== undefined) header += `, engine;dur=${rounded(engineMs)}`;
  if (encodeMs !== undefined) header += `, encode;dur=${rounded(encodeMs)}`;
  reply.header('server-timing', header);
}

/** In microseconds; `toFixed` would take longer than the rest of the header. */
function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
