import { LRUCache } from 'lru-cache';
import {
  CLOCK_PARAMETER,
  excerpt,
  type Identifier,
  nodesOfKind,
  type ParseLimits,
  parseQuery,
  pinClock,
  type Query,
  SCALARS,
  SqlError,
  type Statement,
  type With,
} from '#googlesql';
import { analyzeOverViews } from '../catalog/barrier/guarded-views.ts';
import { printChecked, statementOf } from '../catalog/checked-statement.ts';
import type { PreparedEndpoint, StoredQuery } from '../catalog/prepare.ts';
import { FieldstoneError } from '../errors.ts';
import { getOrInsertComputed } from '../values/memory.ts';

/** A caller's SELECT over the views of a stored query. */
export interface SandboxQuery {
  readonly statement: Statement;
  /** The caller's SQL in canonical form: equal for texts that differ only in white space, keyword case or comments. */
  readonly text: string;
}

/**
 * Limits on a caller's SQL besides its 64 KiB. What passes compiles in about 10 ms, so that it can stay on the event
 * loop. For scale: UUIDs that fill 64 KiB are 3200 tokens and 1650 nodes, 500 comparisons with OR are 2000 nodes, and
 * the longest query of a log explorer is 400.
 */
const LIMITS: ParseLimits = { maxTokens: 4_000, maxNodes: 2_500, maxDepth: 100 };

/**
 * Maximum memory for the rows of an answer, in bytes: 1000 rows of 100 UUIDs. Reading and writing them takes up to 10
 * ns per byte; most of that yields to the event loop, but reading one column and sending an answer do not.
 */
export const SANDBOX_MAX_BYTES = 12_000_000;

/** Recently compiled SQL per form of a stored query, bounded by SQL length: trees take up to 60 times that. */
const compiled = new WeakMap<StoredQuery, LRUCache<string, SandboxQuery>>();
const CACHE_OPTIONS = {
  max: 256,
  maxSize: 128 * 1024,
  sizeCalculation: (_: SandboxQuery, sql: string) => sql.length,
};

/** Whether a caller's SQL is in the cache of compiled SQL. */
export function isCompiled(stored: StoredQuery, sql: string): boolean {
  return compiled.get(stored)?.has(sql) ?? false;
}

/** Compiles a caller's SQL; throws `SQL_INVALID` with the wording of GoogleSQL's reference implementation. */
export function compileSandbox(
  endpoint: PreparedEndpoint,
  stored: StoredQuery,
  sql: string,
): SandboxQuery {
  const recent = getOrInsertComputed(compiled, stored, () => new LRUCache(CACHE_OPTIONS));
  try {
    return getOrInsertComputed(recent, sql, () => compile(endpoint, stored, sql));
  } catch (cause) {
    throw cause instanceof SqlError
      ? new FieldstoneError('SQL_INVALID', cause.describe(sql), { cause })
      : cause;
  }
}

function compile(endpoint: PreparedEndpoint, stored: StoredQuery, sql: string): SandboxQuery {
  const written = parseQuery(sql, LIMITS);
  refuseInternalParameters(written);
  const query = pinClock(written);
  const { views } = stored;
  if (!views) throw new SqlError('This endpoint has no views');
  refuseShadowing(views, query);
  const prelude = { with: views, tables: endpoint.tables, parameters: stored.parameters };
  // Declared parameters, and the clock for `CURRENT_TIMESTAMP()`.
  const parameters = new Map([...endpoint.declared, [CLOCK_PARAMETER, SCALARS.TIMESTAMP] as const]);
  const over = analyzeOverViews(query, prelude, parameters);
  // The stored CTEs were printed and checked at start, and what is added to them is generated, not written by callers.
  const text = printChecked(query);
  return { statement: statementOf(combine(over.with, query), over.resolved), text };
}

/** Rejects parameters with a leading underscore: they are internal, and only `pinClock` adds them. */
function refuseInternalParameters(query: Query): void {
  const internal = nodesOfKind(query, 'parameter').find(({ name }) => name.startsWith('_'));
  if (!internal) return;
  throw new SqlError(`Query parameter '${excerpt(internal.name)}' not found`, internal.at);
}

/**
 * Rejects CTEs anywhere in the caller's SQL that have the name of a view, or a dot in their name: on BigQuery a CTE
 * named like a table would replace it.
 */
function refuseShadowing(views: With, query: Query): void {
  const taken = new Set(views.ctes.map((cte) => cte.name.name.toLowerCase()));
  const ctes = nodesOfKind(query, 'query').flatMap((inner) => inner.with?.ctes ?? []);
  for (const { name } of ctes) refuseName(name, taken);
}

function refuseName({ name, at }: Identifier, taken: ReadonlySet<string>): void {
  if (taken.has(name.toLowerCase())) {
    throw new SqlError(`Duplicate alias ${excerpt(name)} for WITH subquery`, at);
  }
  if (name.includes('.')) {
    throw new SqlError(`WITH subquery name ${excerpt(name)} must not contain a dot`, at);
  }
}

/** Puts the CTEs of the views that the caller's query reads before its own. */
function combine(views: With, query: Query): Query {
  if (views.ctes.length === 0) return query;
  if (query.with?.recursive) {
    // RECURSIVE would let a stored CTE refer to the caller's, so the stored ones get a WITH of their own.
    return { ...query, with: views, body: query, orderBy: [], limit: undefined, offset: undefined };
  }
  return { ...query, with: { ...views, ctes: [...views.ctes, ...(query.with?.ctes ?? [])] } };
}
