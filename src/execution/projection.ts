import { LRUCache } from 'lru-cache';
import { checkedStatement } from '../catalog/checked-statement.ts';
import type { Tables } from '../endpoint/tables.ts';
import {
  analyze,
  type Expression,
  type Query,
  type Row,
  type Scan,
  type Select,
  type Statement,
  type Type,
  type Value,
  walk,
} from '../googlesql/index.ts';

/** What a statement was analysed against. */
export interface ProjectionScope {
  readonly tables: Tables;
  readonly parameters: ReadonlyMap<string, Type>;
}

/** A statement that computes some of the columns of another, so that an engine reads no others. */
export interface Projection {
  readonly statement: Statement;
  /** The columns' names, in order. */
  readonly names: readonly string[];
  /** The rows in the other statement's shape, with NULL in the columns that were left out. */
  widen(rows: readonly Row[]): readonly Row[];
}

/** What was compiled for each statement; undefined where its columns cannot be left out. */
const compiled = new WeakMap<Statement, LRUCache<string, Projection | 'whole'>>();
const MAX_KEPT = 64;

/**
 * Leaves out the columns of a statement's outer SELECT that are neither asked for nor needed for its order.
 *
 * Undefined where that would leave nothing out, or could change which rows there are.
 */
export function projectStatement(
  statement: Statement,
  asked: ReadonlySet<string>,
  scope: ProjectionScope,
): Projection | undefined {
  const kept = keptColumns(statement, asked);
  if (!kept) return undefined;
  const recent = compiled.get(statement) ?? new LRUCache({ max: MAX_KEPT });
  compiled.set(statement, recent);
  const key = kept.join();
  const known = recent.get(key) ?? compile(statement, kept, scope);
  recent.set(key, known);
  return known === 'whole' ? undefined : known;
}

/** The positions of the columns to keep; undefined for all of them. */
function keptColumns(
  { tree, resolved, columns }: Statement,
  asked: ReadonlySet<string>,
): readonly number[] | undefined {
  const { body } = tree;
  if (body.kind !== 'select' || !isPlain(body) || body.items.length !== columns.length) {
    return undefined;
  }
  if (!body.groupBy && isAggregated(resolved.scan)) return undefined;
  const needed = namesInClauses(tree, body);
  if (!needed) return undefined;
  const isKept = (name: string) => asked.has(name) || needed.has(name.toLowerCase());
  const kept = columns.flatMap(({ name }, index) => (isKept(name) ? [index] : []));
  if (kept.length === columns.length) return undefined;
  return kept.length > 0 ? kept : [0];
}

/** Without DISTINCT and stars every item is one column, and none decides which rows there are. */
function isPlain({ distinct, as, items, groupBy }: Select): boolean {
  return (
    !distinct &&
    as === undefined &&
    groupBy?.kind !== 'group_by_all' &&
    items.every(({ kind }) => kind === 'select_expression')
  );
}

/**
 * Whether the rows are groups of others. Without a GROUP BY it is an aggregate among the columns that makes them one
 * row; that of a subquery in FROM is taken for one, which costs bytes and never rows.
 */
function isAggregated(scan: Scan): boolean {
  if (scan.kind === 'aggregate') return true;
  if (scan.kind === 'with') return isAggregated(scan.body);
  return PASSING.has(scan.kind) && 'input' in scan && !!scan.input && isAggregated(scan.input);
}

/** Scans with one row at most for each of their input's. */
const PASSING: ReadonlySet<Scan['kind']> = new Set([
  'project',
  'filter',
  'analytic',
  'order_by',
  'limit',
]);

/** Every name in the clauses that can mean a column of the SELECT; undefined where one is named by its number. */
function namesInClauses(tree: Query, select: Select): ReadonlySet<string> | undefined {
  const grouped = select.groupBy && 'items' in select.groupBy ? select.groupBy.items : [];
  const keys = [...tree.orderBy.map(({ expression }) => expression), ...grouped];
  if (keys.some(({ kind }) => kind === 'literal')) return undefined;
  const names = new Set<string>();
  for (const expression of [...keys, select.having, select.qualify]) addNames(expression, names);
  return names;
}

function addNames(expression: Expression | undefined, names: Set<string>): void {
  if (!expression) return;
  walk(expression, (node) => {
    if (!('kind' in node) || node.kind !== 'path') return;
    for (const { name } of node.names) names.add(name.toLowerCase());
  });
}

function compile(
  { tree, columns }: Statement,
  kept: readonly number[],
  scope: ProjectionScope,
): Projection | 'whole' {
  const { body } = tree;
  if (body.kind !== 'select') return 'whole';
  const items = body.items.filter((_, index) => kept.includes(index));
  const narrow: Query = { ...tree, body: { ...body, items } };
  const statement = checkedStatement(narrow, analyze(narrow, scope));
  const positions = columns.map((_, index) => kept.indexOf(index));
  return {
    statement,
    names: statement.columns.map(({ name }) => name),
    widen: (rows) => rows.map((row) => positions.map((position): Value => row[position] ?? null)),
  };
}
