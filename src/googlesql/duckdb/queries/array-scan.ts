import type { ArrayScan, Scan } from '../../analysis/resolved/resolved.ts';
import { dotted, NULL, type Sql, sql } from '../../functions/core/sql.ts';
import { isLambdaSafe } from '../lists/shape.ts';
import { fence, fencedText } from './fence.ts';
import { lateralJoin } from './join.ts';
import { prepareUnordered } from './prepare.ts';
import type { Printer, SelectOf } from './printer.ts';
import { type Item, ONE_ROW, SqlScope, type SqlSelect, wrap } from './select.ts';

/**
 * Prints UNNEST in the select list of a derived table, through which filters are pushed down; through a correlated
 * UNNEST in FROM they are not. Only needed columns are selected beside it.
 */
export const selectArray: SelectOf<'array'> = (printer, scan, needed, outer) => {
  if (scan.outer && scan.condition) return selectOuterWithCondition(printer, scan, needed, outer);
  const conditions = printer.references([scan.condition]);
  const above = new Set([...needed, ...conditions]);
  const { select, array } = inputOf(printer, scan, above, outer);
  const columns = new Map([...select.columns].filter(([id]) => above.has(id)));
  const unnested = unnestedColumns(scan, array, above);
  for (const [id, item] of unnested) columns.set(id, item);
  const rows = wrap({ ...select, columns }, printer.alias('s'));
  if (!scan.condition) return rows;
  const { select: fenced, fence: mark } = fence(printer, rows, scan.condition);
  const scope = new SqlScope(fenced.columns, outer);
  return { ...fenced, where: [fencedText(printer, scan.condition, scope, mark)] };
};

/** The input, with the array as text that may be repeated. */
function inputOf(
  printer: Printer,
  scan: ArrayScan,
  above: ReadonlySet<number>,
  outer: SqlScope | undefined,
): { readonly select: SqlSelect; readonly array: Sql } {
  const below = new Set([...above, ...printer.references([scan.array])]);
  const input = scan.input ? printer.select(scan.input, below, outer) : ONE_ROW;
  const { select, scope } = prepareUnordered(printer, input, [scan.array, scan.condition], outer);
  const array = printer.expression(scan.array, scope);
  const isUsedOnce = !scan.outer && !(scan.offset && above.has(scan.offset.id));
  if (isUsedOnce || scan.array.kind === 'column' || scan.array.kind === 'get_field') {
    return { select, array };
  }
  const named = printer.column(scan.array.type);
  const columns = new Map(select.columns).set(named.id, { sql: array, cost: 'computed' });
  const wrapped = wrap({ ...select, columns }, printer.alias('s'));
  return { select: wrapped, array: wrapped.columns.get(named.id)?.sql ?? array };
}

/** Element and offset; if neither is needed, UNNEST still determines the number of rows. */
function unnestedColumns(
  scan: ArrayScan,
  array: Sql,
  needed: ReadonlySet<number>,
): Map<number, Item> {
  const list = scan.outer ? (own: Sql) => orNull(array, own) : (own: Sql) => own;
  const columns = new Map<number, Item>();
  const offsets = sql`unnest(${list(sql`range(len(${array}))`)})`;
  if (needed.has(scan.element.id)) {
    columns.set(scan.element.id, { sql: sql`unnest(${list(array)})`, cost: 'computed' });
  }
  if (scan.offset && needed.has(scan.offset.id)) {
    columns.set(scan.offset.id, { sql: offsets, cost: 'computed' });
  }
  if (columns.size === 0) columns.set(scan.element.id, { sql: offsets, cost: 'computed' });
  return columns;
}

/** A left join keeps a row whose array is empty. */
function orNull(array: Sql, list: Sql): Sql {
  return sql`CASE WHEN len(${array}) > 0 THEN ${list} ELSE [NULL] END`;
}

/**
 * A left join whose condition selects elements: the array is filtered first. DuckDB allows no subquery in that lambda;
 * such conditions use a lateral join.
 */
const selectOuterWithCondition: SelectOf<'array'> = (printer, scan, needed, outer) => {
  const own = [scan.array, scan.condition].filter((expression) => expression !== undefined);
  const below = new Set([...needed, ...printer.references(own)]);
  const input = scan.input ? printer.select(scan.input, below, outer) : ONE_ROW;
  const { select, scope } = prepareUnordered(printer, input, own, outer);
  if (!isLambdaSafe(own)) {
    return lateralJoin(printer, select, matchingElements(scan), needed, outer);
  }
  const pairs = printer.column(scan.array.type);
  const matches = matchingPairs(printer, scan, scope);
  const columns = new Map([...select.columns].filter(([id]) => needed.has(id)));
  const listed = new Map(columns).set(pairs.id, { sql: matches, cost: 'computed' });
  const lists = wrap({ ...select, columns: listed }, printer.alias('s'));
  const list = lists.columns.get(pairs.id)?.sql ?? NULL;
  const unnested = new Map(lists.columns);
  unnested.set(pairs.id, { sql: sql`unnest(${orNull(list, list)})`, cost: 'computed' });
  const rows = wrap({ ...lists, columns: unnested }, printer.alias('s'));
  const pair = rows.columns.get(pairs.id)?.sql ?? NULL;
  const result = new Map(rows.columns);
  result.delete(pairs.id);
  result.set(scan.element.id, { sql: dotted(pair, 'e'), cost: 'cheap' });
  if (scan.offset) result.set(scan.offset.id, { sql: dotted(pair, 'o'), cost: 'cheap' });
  return { ...rows, columns: new Map([...result].filter(([id]) => needed.has(id))) };
};

/** Elements with their offsets that match the condition. */
function matchingPairs(printer: Printer, scan: ArrayScan, scope: SqlScope): Sql {
  const pair = printer.alias('x');
  const element: Item = { sql: dotted(pair, 'e'), cost: 'cheap' };
  const offset: Item = { sql: dotted(pair, 'o'), cost: 'cheap' };
  const columns = new Map([[scan.element.id, element]]);
  if (scan.offset) columns.set(scan.offset.id, offset);
  const condition = scan.condition
    ? printer.expression(scan.condition, new SqlScope(columns, scope))
    : sql`true`;
  const pairs = sql`list_transform(${printer.expression(scan.array, scope)}, lambda e, i: struct_pack(e := e, o := i - 1))`;
  return sql`list_filter(${pairs}, lambda ${pair}: ${condition})`;
}

/** The elements that match the join's condition, without the join. */
function matchingElements(scan: ArrayScan): Scan {
  const { input: _, condition, ...rest } = scan;
  const columns = scan.offset ? [scan.element, scan.offset] : [scan.element];
  const array = { ...rest, columns, input: undefined, condition: undefined, outer: false };
  return condition ? { kind: 'filter', input: array, condition, columns } : array;
}
