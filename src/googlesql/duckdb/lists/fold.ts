import type {
  AggregateCall,
  AggregateScan,
  Column,
  ResolvedOrderItem,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { orderKey } from '../../functions/conversion/comparison.ts';
import { constantOf, fieldOf, NULL, type Part, type Sql, sql } from '../../functions/core/sql.ts';
import type { Printer, RowsOf } from '../queries/printer.ts';
import type { ListRows, SqlScope } from '../queries/select.ts';
import { lambdaOver, mapRows, packItem } from './item.ts';

/** The single row of aggregates over a list, or its distinct rows. */
export const aggregateRows: RowsOf<'aggregate'> = (printer, scan, needed, outer) => {
  if (scan.groups.length > 0) return distinctRows(printer, scan, outer);
  const aggregates = scan.aggregates.filter(({ column }) => needed.has(column.id));
  const own = printer.references(aggregates.flatMap(({ call }) => call.arguments));
  const rows = printer.rows(scan.input, own, outer);
  const folded = (list: Sql) => {
    const columns = aggregates.map(({ column, call }): [number, Sql] => {
      const [argument] = call.arguments;
      const values = argument
        ? mapRows(printer, { ...rows, list }, outer, new Set(), [[column.id, argument]]).list
        : list;
      return [column.id, foldList(call, values)];
    });
    return packItem(new Map(columns));
  };
  if (aggregates.length <= 1) {
    const row = folded(rows.list);
    return { list: sql`[${row.sql}]`, only: row.sql, columns: row.columns };
  }
  const whole = printer.alias('x');
  const row = folded(whole);
  return {
    list: sql`list_transform([${rows.list}], lambda ${whole}: ${row.sql})`,
    columns: row.columns,
  };
};

/** SELECT DISTINCT; items are structs, because `list_distinct` drops NULLs. */
function distinctRows(printer: Printer, scan: AggregateScan, outer: SqlScope): ListRows {
  const own = printer.references(scan.groups.map(({ expression }) => expression));
  const rows = printer.rows(scan.input, own, outer);
  const { item, scope } = lambdaOver(printer, rows, outer);
  const columns = scan.groups.map(({ column, expression }): [number, Sql] => [
    column.id,
    printer.expression(expression, scope),
  ]);
  const packed = packItem(new Map([...columns, [printer.column(BOOL).id, constantOf('true')]]));
  return {
    list: sql`list_distinct(list_transform(${rows.list}, lambda ${item}: ${packed.sql}))`,
    columns: packed.columns,
  };
}

const BOOL: Column['type'] = { kind: 'BOOL' };

/** ORDER BY; an order by the offset of the array below already holds, or results from reversing the list. */
export const orderedRows: RowsOf<'order_by'> = (printer, scan, needed, outer) => {
  const [first, ...others] = scan.items;
  if (first && others.length === 0 && isOffsetBelow(scan.input, first)) {
    const rows = printer.rows(scan.input, needed, outer);
    return first.descending ? { ...rows, list: sql`list_reverse(${rows.list})` } : rows;
  }
  const own = printer.references(scan.items.map(({ expression }) => expression));
  const rows = printer.rows(scan.input, new Set([...needed, ...own]), outer);
  const { item, scope } = lambdaOver(printer, rows, outer);
  const place = printer.alias('n');
  const keys: Sql[] = scan.items.flatMap((one) => sortFields(printer, one, scope));
  keys.push(first?.descending ? sql`-${place}` : place);
  const carried = new Map<number, Sql>();
  for (const [id, own] of scope.columns) if (needed.has(id)) carried.set(id, own.sql);
  const packed = packItem(carried);
  const fields = [...keys, packed.sql].map((own, i) => sql`f${i} := ${own}`);
  const structs = sql`list_transform(${rows.list}, lambda ${item}, ${place}: struct_pack(${fields}))`;
  const value = `f${keys.length}`;
  return {
    list: sql`list_sort(${structs}, '${first?.descending ? 'DESC' : 'ASC'}')`,
    columns: (sorted) => packed.columns(fieldOf(sorted, value)),
  };
};

/** Structs compare field by field, so the position of NULL and NaN is a field before the key. */
function sortFields(printer: Printer, item: ResolvedOrderItem, scope: SqlScope): Sql[] {
  const { type } = item.expression;
  const key = orderKey(type, printer.expression(item.expression, scope));
  const nullIsLeast = item.descending === (item.nulls === 'LAST');
  const nan = type.kind === 'FLOAT64' ? sql` WHEN isnan(${key}) THEN 1` : '';
  return [sql`CASE WHEN ${key} IS NULL THEN ${nullIsLeast ? 0 : 3}${nan} ELSE 2 END`, key];
}

function isOffsetBelow(scan: Scan, { expression }: ResolvedOrderItem): boolean {
  let below = scan;
  while (below.kind === 'filter' || below.kind === 'project') below = below.input;
  return (
    below.kind === 'array' &&
    !below.input &&
    expression.kind === 'column' &&
    expression.column.id === below.offset?.id
  );
}

/** Aggregates a list of argument values; the result contains `list` once. */
type ListFold = (list: Sql) => Sql;

/** Aggregates as DuckDB list functions, by name and argument kind; `*` is any other kind. */
const FOLDS: Readonly<Record<string, Readonly<Record<string, ListFold>>>> = {
  $count_star: { '*': (list) => sql`coalesce(len(${list}), 0)` },
  COUNT: { '*': (list) => sql`coalesce(list_count(${list}), 0)` },
  COUNTIF: { '*': (list) => sql`coalesce(len(list_filter(${list}, lambda b: b)), 0)` },
  MAX: { '*': (list) => sql`list_max(${list})` },
  // DuckDB's minimum ignores NaN; GoogleSQL's is NaN.
  MIN: { FLOAT64: (list) => nanOr('list_min', list), '*': (list) => sql`list_min(${list})` },
  SUM: {
    INT64: (list) => withName('gsql_sum_int64(y)', sql`list_sum(${list})`),
    NUMERIC: (list) => withName('gsql_list_sum_numeric(y)', list),
    BIGNUMERIC: (list) => withName('gsql_sum_bignumeric(y)', sql`list_sum(${list})`),
    FLOAT64: (list) => withName(SUM_OF_FLOATS, list),
  },
  AVG: { FLOAT64: (list) => sql`list_avg(${list})`, INT64: (list) => sql`list_avg(${list})` },
  LOGICAL_OR: { '*': (list) => sql`list_bool_or(${list})` },
  LOGICAL_AND: { '*': (list) => sql`list_bool_and(${list})` },
  ANY_VALUE: { '*': (list) => sql`list_extract(${list}, 1)` },
  ARRAY_AGG: { '*': (list) => sql`nullif(${list}, [])` },
};

const SUM_OF_FLOATS =
  'gsql_sum_float64(list_sum(y), list_sum(list_transform(y, lambda e: gsql_scaled(e))))';

/** Binds `y`, so that a text that repeats it computes it once. */
function withName(body: Part, y: Sql): Sql {
  return sql`list_extract(list_transform([${y}], lambda y: ${body}), 1)`;
}

function nanOr(fold: string, list: Sql): Sql {
  const body = sql`CASE WHEN list_contains(y, 'nan'::DOUBLE) THEN 'nan'::DOUBLE ELSE ${fold}(y) END`;
  return withName(body, list);
}

function foldOf(call: AggregateCall): ListFold | undefined {
  const name = call.arguments.length === 0 ? '$count_star' : call.function.name;
  const folds = FOLDS[name];
  return folds?.[call.arguments[0]?.type.kind ?? '*'] ?? folds?.['*'];
}

/** Whether an aggregate call over an array has a list function. */
export function isListAggregate(call: AggregateCall): boolean {
  return (
    foldOf(call) !== undefined &&
    !call.safe &&
    call.arguments.length <= 1 &&
    call.having === undefined &&
    call.filter === undefined &&
    call.orderBy.length === 0 &&
    call.limit === undefined &&
    (!call.distinct || call.function.name === 'COUNT') &&
    (call.nulls !== 'IGNORE' || call.function.name !== 'ANY_VALUE')
  );
}

/** An aggregate call over the list of its argument's values. */
function foldList(call: AggregateCall, list: Sql): Sql {
  if (call.distinct) return sql`CAST(coalesce(list_unique(${list}), 0) AS BIGINT)`;
  const isFiltered = call.nulls === 'IGNORE' && call.function.name === 'ARRAY_AGG';
  const values = isFiltered ? sql`list_filter(${list}, lambda e: e IS NOT NULL)` : list;
  return foldOf(call)?.(values) ?? NULL;
}
