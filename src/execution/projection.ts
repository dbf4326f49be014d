import { LRUCache } from 'lru-cache';
import {
  analyze,
  type Expression,
  nodesOfKind,
  type Query,
  type Row,
  type Scan,
  type Select,
  type Statement,
  type Type,
  type Value,
} from '#googlesql';
import { checkedStatement } from '../catalog/checked-statement.ts';
import type { Tables } from '../project/tables/tables.ts';
import { getOrInsertComputed } from '../values/memory.ts';

/** The tables and parameters that a statement was analysed against. */
export interface ProjectionScope {
  readonly tables: Tables;
  readonly parameters: ReadonlyMap<string, Type>;
}

/** A statement that computes a subset of another's columns, so that engines read only those. */
export interface Projection {
  readonly statement: Statement;
  /** The columns' names, in order. */
  readonly names: readonly string[];
  /** The rows in the other statement's shape, with NULL in the omitted columns. */
  widen(rows: readonly Row[]): readonly Row[];
}

/** Compiled projections by statement and positions; `whole` if no column can be omitted. */
const compiled = new WeakMap<Statement, LRUCache<string, Projection | 'whole'>>();
const MAX_CACHED = 64;

/**
 * Omits the columns of a statement's outer SELECT that are neither requested nor needed for its order.
 *
 * Undefined if there is nothing to omit, or if omitting columns could change which rows there are.
 */
export function projectStatement(
  statement: Statement,
  requested: ReadonlySet<string>,
  scope: ProjectionScope,
): Projection | undefined {
  const positions = neededColumns(statement, requested);
  if (!positions) return undefined;
  const recent = getOrInsertComputed(compiled, statement, () => new LRUCache({ max: MAX_CACHED }));
  const projection = getOrInsertComputed(recent, positions.join(), () =>
    compile(statement, positions, scope),
  );
  return projection === 'whole' ? undefined : projection;
}

/** The positions of the columns to keep; undefined for all of them. */
function neededColumns(
  { tree, resolved, columns }: Statement,
  requested: ReadonlySet<string>,
): readonly number[] | undefined {
  const { body } = tree;
  if (body.kind !== 'select' || !isPlain(body) || body.items.length !== columns.length) {
    return undefined;
  }
  if (!body.groupBy && isAggregated(resolved.scan)) return undefined;
  const needed = namesInClauses(tree, body);
  if (!needed) return undefined;
  const isNeeded = (name: string) => requested.has(name) || needed.has(name.toLowerCase());
  const positions = columns.flatMap(({ name }, index) => (isNeeded(name) ? [index] : []));
  if (positions.length === columns.length) return undefined;
  return positions.length > 0 ? positions : [0];
}

/** Whether every item is one column that does not affect which rows there are: no DISTINCT, no stars. */
function isPlain({ distinct, as, items, groupBy }: Select): boolean {
  return (
    !distinct &&
    as === undefined &&
    (groupBy === undefined || groupBy.kind === 'group_by') &&
    items.every(({ kind }) => kind === 'select_expression')
  );
}

/**
 * Whether the rows are groups of other rows. Without GROUP BY an aggregate column makes them one row. An aggregating
 * subquery in FROM is also counted, which costs bytes but never changes rows.
 */
function isAggregated(scan: Scan): boolean {
  if (scan.kind === 'aggregate') return true;
  if (scan.kind === 'with') return isAggregated(scan.body);
  return (
    ROW_PRESERVING.has(scan.kind) && 'input' in scan && !!scan.input && isAggregated(scan.input)
  );
}

/** Scans with at most one row per input row. */
const ROW_PRESERVING: ReadonlySet<Scan['kind']> = new Set([
  'project',
  'filter',
  'analytic',
  'order_by',
  'limit',
]);

/** All names in clauses that can refer to a column of the SELECT; undefined if one refers to it by number. */
function namesInClauses(tree: Query, select: Select): ReadonlySet<string> | undefined {
  const grouped = select.groupBy?.kind === 'group_by' ? select.groupBy.items : [];
  const keys = [...tree.orderBy.map(({ expression }) => expression), ...grouped];
  if (keys.some(({ kind }) => kind === 'literal')) return undefined;
  const names = new Set<string>();
  for (const expression of [...keys, select.having, select.qualify]) addNames(expression, names);
  return names;
}

function addNames(expression: Expression | undefined, names: Set<string>): void {
  if (!expression) return;
  for (const { name } of nodesOfKind(expression, 'path').flatMap((path) => path.names)) {
    names.add(name.toLowerCase());
  }
}

function compile(
  { tree, columns }: Statement,
  positions: readonly number[],
  scope: ProjectionScope,
): Projection | 'whole' {
  const { body } = tree;
  if (body.kind !== 'select') return 'whole';
  const items = body.items.filter((_, index) => positions.includes(index));
  const narrow: Query = { ...tree, body: { ...body, items } };
  const statement = checkedStatement(narrow, analyze(narrow, scope));
  const places = columns.map((_, index) => positions.indexOf(index));
  return {
    statement,
    names: statement.columns.map(({ name }) => name),
    widen: (rows) => rows.map((row) => places.map((place): Value => row[place] ?? null)),
  };
}
