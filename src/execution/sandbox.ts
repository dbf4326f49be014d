import { LRUCache } from 'lru-cache';
import { analyzeOverViews } from '../catalog/barrier/guarded-views.ts';
import { printChecked, statementOf } from '../catalog/checked-statement.ts';
import { neededCtes } from '../catalog/needed-ctes.ts';
import type { PreparedEndpoint, StoredQuery } from '../catalog/prepare.ts';
import { FieldstoneError } from '../errors.ts';
import {
  CLOCK_PARAMETER,
  type Cte,
  type Identifier,
  type ParseLimits,
  parseQuery,
  pinClock,
  type Query,
  SCALARS,
  SqlError,
  type Statement,
  type Type,
  type With,
  walk,
} from '../googlesql/index.ts';

/** A caller's SELECT over the views of a stored query. */
export interface SandboxQuery {
  readonly statement: Statement;
  /** The caller's SQL in canonical form: equal for texts that differ in white space, case of keywords or comments. */
  readonly text: string;
}

/**
 * Bounds on a caller's SQL beside its 64 KiB: what they let through compiles in about 10 ms, so that it need not leave
 * the event loop. A list of as many UUIDs as 64 KiB hold has 3200 tokens and 1650 nodes, 500 comparisons with OR have
 * 2000 nodes, and the longest query of a log explorer 400.
 */
const LIMITS: ParseLimits = { maxTokens: 4_000, maxNodes: 2_500, maxDepth: 100 };

/**
 * The memory that the rows of an answer may take, in bytes: 1000 rows of 100 UUIDs. Reading and writing them takes up to
 * 10 ns a byte; most of that is done in turns, but a column is read, and an answer sent, in one of them.
 */
export const SANDBOX_MAX_BYTES = 12_000_000;

/** What was compiled last, for each form of a stored query, bounded by the length of its SQL: trees take up to 60 times that. */
const compiled = new WeakMap<StoredQuery, LRUCache<string, SandboxQuery>>();
const MAX_KEPT = { max: 256, maxSize: 128 * 1024 };

/** Whether a caller's SQL was compiled lately, so that compiling it again costs nothing. */
export function isCompiled(stored: StoredQuery, sql: string): boolean {
  return compiled.get(stored)?.has(sql) ?? false;
}

/** Compiles a caller's SQL; rejects with `SQL_INVALID` and the reference's wording. */
export function compileSandbox(
  endpoint: PreparedEndpoint,
  stored: StoredQuery,
  sql: string,
): SandboxQuery {
  const recent = compiled.get(stored) ?? new LRUCache(MAX_KEPT);
  compiled.set(stored, recent);
  const known = recent.get(sql);
  if (known) return known;
  const query = compileNew(endpoint, stored, sql);
  recent.set(sql, query, { size: sql.length });
  return query;
}

function compileNew(endpoint: PreparedEndpoint, stored: StoredQuery, sql: string): SandboxQuery {
  try {
    return compile(endpoint, stored, sql);
  } catch (error) {
    throw error instanceof SqlError ? sqlInvalid(error, sql) : error;
  }
}

function sqlInvalid(cause: SqlError, sql: string): FieldstoneError {
  return new FieldstoneError('SQL_INVALID', cause.describe(sql), { cause });
}

function compile(endpoint: PreparedEndpoint, stored: StoredQuery, sql: string): SandboxQuery {
  const written = parseQuery(sql, LIMITS);
  refuseInternalParameters(written);
  const query = pinClock(written);
  const { views } = stored;
  if (!views) throw new SqlError('This endpoint has no views');
  refuseShadowing(views, query);
  const prelude = { with: views, tables: endpoint.tables, parameters: stored.parameters };
  const over = analyzeOverViews(query, prelude, sandboxParameters(endpoint));
  // The stored CTEs were printed and checked when the service started; what a query adds to them is built, not written.
  const text = printChecked(query);
  return { statement: statementOf(combine(over.with, query), over.resolved), text };
}

/** What a caller's SQL may name: the declared parameters; the clock is there for `CURRENT_TIMESTAMP()`. */
function sandboxParameters(endpoint: PreparedEndpoint): ReadonlyMap<string, Type> {
  return new Map([...endpoint.declared, [CLOCK_PARAMETER, SCALARS.TIMESTAMP]]);
}

/** Names with a leading underscore are the service's own, and stand in the tree only after `pinClock`. */
function refuseInternalParameters(query: Query): void {
  walk(query, (node) => {
    if ('kind' in node && node.kind === 'parameter' && node.name.startsWith('_')) {
      throw new SqlError(`Query parameter '${node.name}' not found`, node.at);
    }
  });
}

/**
 * No CTE anywhere in the caller's SQL may take the name of a view, and none may have a dot in its name: on BigQuery
 * a CTE named like a table would stand in its place.
 */
function refuseShadowing(views: With, query: Query): void {
  const taken = new Set(views.ctes.map((cte) => cte.name.name.toLowerCase()));
  walk(query, (node) => {
    if (!('kind' in node) || node.kind !== 'query') return;
    for (const cte of node.with?.ctes ?? []) refuseName(cte.name, taken);
  });
}

function refuseName({ name, at }: Identifier, taken: ReadonlySet<string>): void {
  if (taken.has(name.toLowerCase())) {
    throw new SqlError(`Duplicate alias ${name} for WITH subquery`, at);
  }
  if (name.includes('.')) {
    throw new SqlError(`WITH subquery name ${name} must not contain a dot`, at);
  }
}

/** One statement of both: the caller's CTEs after the stored ones it reads, its query in place of the stored. */
function combine(views: With, query: Query): Query {
  const stored = neededCtes(views, query);
  if (stored.length === 0) return query;
  if (query.with?.recursive) {
    // RECURSIVE would let a stored CTE see the caller's: kept apart, it cannot.
    const outer = { ...views, ctes: stored };
    return { ...query, with: outer, body: query, orderBy: [], limit: undefined, offset: undefined };
  }
  const ctes: readonly Cte[] = [...stored, ...(query.with?.ctes ?? [])];
  return { ...query, with: { ...views, ctes } };
}
