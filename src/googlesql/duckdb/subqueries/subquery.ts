import { callExpression } from '../../analysis/names/fields.ts';
import { columnRef, onlyComputed, plainAggregate } from '../../analysis/resolved/build.ts';
import type {
  AggregateCall,
  Column,
  ResolvedExpression,
  ResolvedSubquery,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { everyScan, expressionsOf } from '../../analysis/resolved/traverse.ts';
import { folded } from '../../functions/core/aggregate-call.ts';
import { NULL, type Sql, sql } from '../../functions/core/sql.ts';
import { SCALARS } from '../../types.ts';
import { anyOf, isNull } from '../expressions/generated-calls.ts';
import { printListQuery } from '../lists/query.ts';
import { isListable } from '../lists/shape.ts';
import type { Printer } from '../queries/printer.ts';
import {
  type SqlScope,
  type SqlSelect,
  selectText,
  sortText,
  unordered,
  wrap,
} from '../queries/select.ts';

/** Prints a subquery: over arrays alone as list functions, else as a DuckDB subquery, which DuckDB decorrelates. */
export function printSubquery(printer: Printer, subquery: ResolvedSubquery, scope: SqlScope): Sql {
  if (isListable(subquery.scan)) return printListQuery(printer, subquery, scope);
  const { scan, column, modifier, needle } = subquery;
  if (modifier === 'IN' && needle?.type.kind === 'STRUCT') {
    return printSubquery(printer, structMembership(printer, subquery, needle), scope);
  }
  const needed = new Set(modifier === 'EXISTS' ? [] : [column.id]);
  const select = printer.select(
    scan,
    needed,
    readsOuterColumns(printer, scan, scope) ? scope : undefined,
  );
  const value = (select.columns.get(column.id) ?? scope.find(column.id))?.sql ?? NULL;
  switch (modifier) {
    case 'EXISTS':
      return printExistence(printer, subquery, unordered(select), scope);
    case 'SCALAR':
      return sql`(${selectText(unordered(select), [value])})`;
    case 'IN':
      return printMembership(printer, subquery, withoutNan(column, select, value), scope);
    case 'ARRAY':
      return printArrayQuery(printer, subquery, select, value);
  }
}

/** Whether a subquery reads outer columns. */
function readsOuterColumns(printer: Printer, scan: Scan, scope: SqlScope): boolean {
  const ids = printer.references(Array.from(everyScan(scan)).flatMap(expressionsOf));
  return ids.values().some((id) => scope.find(id) !== undefined);
}

/** DuckDB stops at the first row of an uncorrelated EXISTS, but a count reads all rows: see `Printer.mayRaise`. */
function printExistence(
  printer: Printer,
  { scan }: ResolvedSubquery,
  select: SqlSelect,
  scope: SqlScope,
): Sql {
  const isCorrelated = readsOuterColumns(printer, scan, scope);
  if (!printer.mayRaise || isCorrelated) return sql`EXISTS (${selectText(select, [sql`true`])})`;
  return sql`(SELECT count(*) > 0 FROM (${selectText(select, [sql`true AS one`])}))`;
}

/** The default for no rows is applied outside the subquery, where decorrelation cannot lose it; the list is never NULL. */
function printArrayQuery(
  printer: Printer,
  { column: { id } }: ResolvedSubquery,
  select: SqlSelect,
  value: Sql,
): Sql {
  const isPlain = select.orderBy.length === 0 && !select.limit;
  const columns = new Map(select.columns).set(id, { sql: value, cost: 'computed' });
  const rows = isPlain ? select : wrap({ ...select, columns }, printer.alias('s'));
  const item = isPlain ? value : rows.columns.get(id)?.sql;
  const order = rows.orderBy.length > 0 ? sql` ORDER BY ${sortText(rows.orderBy)}` : '';
  return sql`coalesce((${selectText({ ...rows, orderBy: [] }, [sql`list(${item}${order})`])}), [])`;
}

function printMembership(
  printer: Printer,
  { needle }: ResolvedSubquery,
  haystack: Sql,
  scope: SqlScope,
): Sql {
  return sql`(${needle ? printer.expression(needle, scope) : 'NULL'} IN (${haystack}))`;
}

/** NaN equals nothing in GoogleSQL, so it can be left out; in DuckDB it equals itself. */
function withoutNan({ type }: Column, select: SqlSelect, value: Sql): Sql {
  const rows = selectText(unordered(select), [sql`${value} AS v`]);
  return type.kind === 'FLOAT64'
    ? sql`SELECT f.v FROM (${rows}) AS f WHERE isnan(f.v) IS DISTINCT FROM true`
    : rows;
}

/**
 * `tuple IN (SELECT …)` as a scalar subquery that aggregates three-valued comparisons: DuckDB's own IN treats NULL
 * inside a struct as an ordinary value.
 */
function structMembership(
  printer: Printer,
  subquery: ResolvedSubquery,
  needle: ResolvedExpression,
): ResolvedSubquery {
  const equal = printer.column(SCALARS.BOOL);
  const anyTrue = printer.column(SCALARS.BOOL);
  const anyUnknown = printer.column(SCALARS.BOOL);
  const result = printer.column(SCALARS.BOOL);
  const comparison = callExpression('$equal', [needle, columnRef(subquery.column)], 0);
  const compared = onlyComputed(subquery.scan, { column: equal, expression: comparison });
  const folds: Scan = {
    ...{ kind: 'aggregate', input: compared, groups: [], sets: undefined },
    aggregates: [
      { column: anyTrue, call: logicalOr(columnRef(equal)) },
      { column: anyUnknown, call: logicalOr(isNull(columnRef(equal))) },
    ],
    columns: [anyTrue, anyUnknown],
  };
  const answer = anyOf(columnRef(anyTrue), columnRef(anyUnknown));
  const scan = onlyComputed(folds, { column: result, expression: answer });
  return { ...subquery, modifier: 'SCALAR', scan, column: result, needle: undefined };
}

function logicalOr(argument: ResolvedExpression): AggregateCall {
  const or = { name: 'LOGICAL_OR', kind: 'aggregate', lower: folded('bool_or') } as const;
  return plainAggregate({ type: SCALARS.BOOL, function: or, arguments: [argument] });
}
