import type {
  AggregateCall,
  AggregateScan,
  Column,
  ResolvedOrderItem,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { orderKey } from '../../functions/conversion/comparison.ts';
import type { Printer, RowsOf } from '../queries/printer.ts';
import type { ListRows, SqlScope } from '../queries/select.ts';
import { lambdaOver, mapRows, packItem } from './item.ts';

/** The single row of aggregates over a list, or its distinct rows. */
export const aggregateRows: RowsOf<'aggregate'> = (printer, scan, needed, outer) => {
  if (scan.groups.length > 0) return distinctRows(printer, scan, outer);
  const aggregates = scan.aggregates.filter(({ column }) => needed.has(column.id));
  const own = printer.references(aggregates.flatMap(({ call }) => call.arguments));
  const rows = printer.rows(scan.input, own, outer);
  const folded = (list: string) => {
    const columns = aggregates.map(({ column, call }): [number, string] => {
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
    return { list: `[${row.sql}]`, only: row.sql, columns: row.columns };
  }
  const whole = printer.alias('x');
  const row = folded(whole);
  return {
    list: `list_transform([${rows.list}], lambda ${whole}: ${row.sql})`,
    columns: row.columns,
  };
};

/** SELECT DISTINCT; items are structs, because `list_distinct` drops NULLs. */
function distinctRows(printer: Printer, scan: AggregateScan, outer: SqlScope): ListRows {
  const own = printer.references(scan.groups.map(({ expression }) => expression));
  const rows = printer.rows(scan.input, own, outer);
  const { item, scope } = lambdaOver(printer, rows, outer);
  const columns = scan.groups.map(({ column, expression }): [number, string] => [
    column.id,
    printer.expression(expression, scope),
  ]);
  const packed = packItem(new Map<number, string>([...columns, [printer.column(BOOL).id, 'true']]));
  return {
    list: `list_distinct(list_transform(${rows.list}, lambda ${item}: ${packed.sql}))`,
    columns: packed.columns,
  };
}

const BOOL: Column['type'] = { kind: 'BOOL' };

/** ORDER BY; an order by the offset of the array below already holds, or results from reversing the list. */
export const orderedRows: RowsOf<'order_by'> = (printer, scan, needed, outer) => {
  const [first, ...others] = scan.items;
  if (first && others.length === 0 && isOffsetBelow(scan.input, first)) {
    const rows = printer.rows(scan.input, needed, outer);
    return first.descending ? { ...rows, list: `list_reverse(${rows.list})` } : rows;
  }
  const own = printer.references(scan.items.map(({ expression }) => expression));
  const rows = printer.rows(scan.input, new Set([...needed, ...own]), outer);
  const { item, scope } = lambdaOver(printer, rows, outer);
  const place = printer.alias('n');
  const keys = scan.items.flatMap((one) => sortFields(printer, one, scope));
  keys.push(first?.descending ? `-${place}` : place);
  const carried = new Map<number, string>();
  for (const [id, { sql }] of scope.columns) if (needed.has(id)) carried.set(id, sql);
  const packed = packItem(carried);
  const fields = [...keys, packed.sql].map((sql, i) => `f${i} := ${sql}`);
  const structs = `list_transform(${rows.list}, lambda ${item}, ${place}: struct_pack(${fields.join(', ')}))`;
  const value = `f${keys.length}`;
  return {
    list: `list_sort(${structs}, '${first?.descending ? 'DESC' : 'ASC'}')`,
    columns: (sorted) => packed.columns(`struct_extract(${sorted}, '${value}')`),
  };
};

/** Structs compare field by field, so the position of NULL and NaN is a field before the key. */
function sortFields(printer: Printer, item: ResolvedOrderItem, scope: SqlScope): string[] {
  const { type } = item.expression;
  const sql = orderKey(type, printer.expression(item.expression, scope));
  const nullIsLeast = item.descending === (item.nulls === 'LAST');
  const nan = type.kind === 'FLOAT64' ? ` WHEN isnan(${sql}) THEN 1` : '';
  return [`CASE WHEN ${sql} IS NULL THEN ${nullIsLeast ? 0 : 3}${nan} ELSE 2 END`, sql];
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
type ListFold = (list: string) => string;

/** Aggregates as DuckDB list functions, by name and argument kind; `*` is any other kind. */
const FOLDS: Readonly<Record<string, Readonly<Record<string, ListFold>>>> = {
  $count_star: { '*': (list) => `coalesce(len(${list}), 0)` },
  COUNT: { '*': (list) => `coalesce(list_count(${list}), 0)` },
  COUNTIF: { '*': (list) => `coalesce(len(list_filter(${list}, lambda b: b)), 0)` },
  MAX: { '*': (list) => `list_max(${list})` },
  // DuckDB's minimum ignores NaN; GoogleSQL's is NaN.
  MIN: { FLOAT64: (list) => nanOr('list_min', list), '*': (list) => `list_min(${list})` },
  SUM: {
    INT64: (list) => withName('gsql_sum_int64(y)', `list_sum(${list})`),
    NUMERIC: (list) => withName('gsql_list_sum_numeric(y)', list),
    BIGNUMERIC: (list) => withName('gsql_sum_bignumeric(y)', `list_sum(${list})`),
    FLOAT64: (list) => withName(SUM_OF_FLOATS, list),
  },
  AVG: { FLOAT64: (list) => `list_avg(${list})`, INT64: (list) => `list_avg(${list})` },
  LOGICAL_OR: { '*': (list) => `list_bool_or(${list})` },
  LOGICAL_AND: { '*': (list) => `list_bool_and(${list})` },
  ANY_VALUE: { '*': (list) => `list_extract(${list}, 1)` },
  ARRAY_AGG: { '*': (list) => `nullif(${list}, [])` },
};

const SUM_OF_FLOATS =
  'gsql_sum_float64(list_sum(y), list_sum(list_transform(y, lambda e: gsql_scaled(e))))';

/** Binds `y`, so that a text that repeats it computes it once. */
function withName(body: string, y: string): string {
  return `list_extract(list_transform([${y}], lambda y: ${body}), 1)`;
}

function nanOr(fold: string, list: string): string {
  const body = `CASE WHEN list_contains(y, 'nan'::DOUBLE) THEN 'nan'::DOUBLE ELSE ${fold}(y) END`;
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
function foldList(call: AggregateCall, list: string): string {
  if (call.distinct) return `CAST(coalesce(list_unique(${list}), 0) AS BIGINT)`;
  const isFiltered = call.nulls === 'IGNORE' && call.function.name === 'ARRAY_AGG';
  const values = isFiltered ? `list_filter(${list}, lambda e: e IS NOT NULL)` : list;
  return foldOf(call)?.(values) ?? '';
}
