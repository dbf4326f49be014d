import type {
  AggregateCall,
  AggregateScan,
  Column,
  ResolvedExpression,
} from '../../analysis/resolved/resolved.ts';
import { aggregateParts } from '../../analysis/resolved/traverse.ts';
import { NO_MODIFIERS } from '../../functions/core/aggregate-call.ts';
import { loweredCall } from '../../functions/core/lowering.ts';
import type { LoweredCall } from '../../functions/core/signatures/signature.ts';
import { join, type Sql, sql } from '../../functions/core/sql.ts';
import { SqlError } from '../../sql-error.ts';
import { nameRepeated, printOperands } from '../decimals/aggregates.ts';
import { printShort } from '../decimals/print-decimal.ts';
import { extractSubqueries } from '../limits/extract-subqueries.ts';
import { sortKeys } from '../queries/order.ts';
import { type Prepared, prepareUnordered } from '../queries/prepare.ts';
import type { Printer, SelectOf } from '../queries/printer.ts';
import {
  columnName,
  decimalItem,
  type Item,
  namedColumns,
  SqlScope,
  type SqlSelect,
  selectFrom,
  selectText,
  sortText,
  wrap,
} from '../queries/select.ts';
import { lowerPlaces } from './quantiles.ts';
import { nameShared } from './shared-operands.ts';

/** An aggregate to print; `place` is set if only that quantile of it is read. */
interface NeededAggregate {
  readonly column: Column;
  readonly call: AggregateCall;
  readonly place: number | undefined;
}

/** GROUP BY as a derived table; the group keys are its first columns, so that GROUP BY can use their ordinals. */
export const selectAggregate: SelectOf<'aggregate'> = (printer, written, needed, outer) => {
  const shared = nameShared(printer, extractSubqueries(printer, written), needed);
  const scan = nameRepeated(printer, shared);
  const aggregates = neededAggregates(printer, scan, needed);
  const expressions = [
    ...scan.groups.map(({ expression }) => expression),
    ...aggregates.flatMap(({ call }) => aggregateParts(call)),
  ];
  const input = printer.select(scan.input, printer.references(expressions), outer);
  const prepared = prepareUnordered(printer, input, expressions, outer);
  const { select, scope, filters } = extremes(printer, scan, prepared, aggregates);
  const columns = new Map<number, Item>();
  for (const { column, expression } of scan.groups) {
    columns.set(column.id, groupItem(printer, expression, scope));
  }
  const lowered = aggregates.map((aggregate) => ({
    ...aggregate,
    written: aggregate.call,
    call: toLoweredCall(printer, aggregate.call, scope, filters.get(aggregate.call)),
    lower: aggregate.call.function.lower,
  }));
  const quantiles = lowerPlaces(lowered);
  const isScalar = scan.groups.length === 0 && !scan.sets && outer !== undefined;
  for (const { column, call, lower } of lowered) {
    const value = quantiles.get(column.id) ?? lower(call);
    columns.set(column.id, { sql: isScalar ? keptRow(value) : value, cost: 'computed' });
  }
  const text = groupedText(scan, select, columns);
  return selectFrom(sql`(${text})`, printer.alias('s'), columns);
};

function groupItem(printer: Printer, expression: ResolvedExpression, scope: SqlScope): Item {
  const value = printShort(printer, expression, scope);
  const isDecimal = printer.digits.of(expression) !== undefined;
  return isDecimal ? decimalItem(value, 'computed') : { sql: value, cost: 'computed' };
}

/**
 * Decorrelation loses the one row of an aggregate over nothing if everything above it propagates NULL; `coalesce` does
 * not.
 */
function keptRow(value: Sql): Sql {
  return sql`coalesce(${value}, NULL)`;
}

function groupedText(
  scan: AggregateScan,
  select: SqlSelect,
  columns: ReadonlyMap<number, Item>,
): Sql {
  const list = columns.size > 0 ? namedColumns(columns) : [sql`count(*) AS one`];
  const rows = selectText(select, list);
  if (scan.sets) {
    const sets = scan.sets.map((places) => sql`(${places.map((place) => place + 1)})`);
    // In GoogleSQL there is no total of no rows, where there are keys.
    return sql`${rows} GROUP BY GROUPING SETS (${sets}) HAVING count(*) > 0`;
  }
  if (scan.groups.length === 0) return rows;
  return sql`${rows} GROUP BY ${scan.groups.map((_, i) => i + 1)}`;
}

function neededAggregates(
  printer: Printer,
  scan: AggregateScan,
  needed: ReadonlySet<number>,
): NeededAggregate[] {
  return scan.aggregates.flatMap(({ column, call }): NeededAggregate[] => {
    const places = printer.quantiles(column);
    if (!places) return needed.has(column.id) ? [{ column, call, place: undefined }] : [];
    return [...places].flatMap(([place, own]) =>
      needed.has(own.id) ? [{ column: own, call, place }] : [],
    );
  });
}

function toLoweredCall(
  printer: Printer,
  call: AggregateCall,
  scope: SqlScope,
  extreme: Sql | undefined,
): LoweredCall {
  const operands = printOperands(printer, call, scope);
  const { distinct, nulls, safe } = call;
  const own = call.filter && printer.expression(call.filter, scope);
  const conditions = [own, extreme].filter((condition) => condition !== undefined);
  const filter = conditions.length > 0 ? join(' AND ', conditions) : undefined;
  const keys = sortKeys(printer, call.orderBy, scope);
  const orderBy = keys.length > 0 ? sortText(keys) : undefined;
  const limit = call.limit && printer.expression(call.limit, scope);
  const modifiers = { ...NO_MODIFIERS, distinct, nulls, safe, orderBy, limit, filter };
  return { ...loweredCall(call, operands.arguments, undefined, modifiers), ...operands };
}

interface WithExtremes extends Prepared {
  /** The filter condition of each call with HAVING MAX or MIN. */
  readonly filters: ReadonlyMap<AggregateCall, Sql>;
}

/** HAVING MAX and MIN: the extreme of each group, computed by a window function below the GROUP BY. */
function extremes(
  printer: Printer,
  scan: AggregateScan,
  { select, scope }: Prepared,
  aggregates: readonly NeededAggregate[],
): WithExtremes {
  const filters = new Map<AggregateCall, Sql>();
  if (!aggregates.some(({ call }) => call.having)) return { select, scope, filters };
  if (scan.sets) {
    throw new SqlError('HAVING MAX and HAVING MIN are not supported with grouping sets');
  }
  const groups = scan.groups.map(({ expression }) => printer.expression(expression, scope));
  const columns = new Map(select.columns);
  const pairs: { call: AggregateCall; value: Column; extreme: Column }[] = [];
  for (const { call } of aggregates) {
    if (!call.having) continue;
    const value = printer.column(call.having.expression.type);
    const extreme = printer.column(value.type);
    const key = printer.expression(call.having.expression, scope);
    const own = call.filter ? [printer.expression(call.filter, scope)] : [];
    const by = [...groups, ...own];
    const over = by.length === 0 ? sql`()` : sql`(PARTITION BY ${by})`;
    columns.set(value.id, { sql: key, cost: 'computed' });
    columns.set(extreme.id, {
      sql: extremeText(call.having.which, value, key, over),
      cost: 'computed',
    });
    pairs.push({ call, value, extreme });
  }
  const wrapped = wrap({ ...select, columns }, printer.alias('s'));
  for (const { call, value, extreme } of pairs) {
    const name = (column: Column) => wrapped.columns.get(column.id)?.sql ?? columnName(column.id);
    const isNumber = value.type.kind === 'FLOAT64' ? sql` AND NOT isnan(${name(extreme)})` : '';
    filters.set(call, sql`${name(value)} = ${name(extreme)}${isNumber}`);
  }
  return { select: wrapped, scope: new SqlScope(wrapped.columns, scope.outer), filters };
}

/** NaN is both the maximum and the minimum of floats here, and equals nothing. */
function extremeText(which: 'MAX' | 'MIN', { type }: Column, key: Sql, over: Sql): Sql {
  const isNegated = which === 'MIN' && type.kind === 'FLOAT64';
  return isNegated ? sql`-(MAX(-(${key})) OVER ${over})` : sql`${which}(${key}) OVER ${over}`;
}
