import type {
  AggregateScan,
  Column,
  ResolvedOrderItem,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { orderKey } from '../../functions/conversion/comparison.ts';
import type { Printer, RowsOf } from '../queries/printer.ts';
import type { ListRows, Scope } from '../queries/select.ts';
import { foldList } from './aggregate.ts';
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
function distinctRows(printer: Printer, scan: AggregateScan, outer: Scope): ListRows {
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
  const kept = new Map<number, string>();
  for (const [id, { sql }] of scope.columns) if (needed.has(id)) kept.set(id, sql);
  const packed = packItem(kept);
  const fields = [...keys, packed.sql].map((sql, i) => `f${i} := ${sql}`);
  const structs = `list_transform(${rows.list}, lambda ${item}, ${place}: struct_pack(${fields.join(', ')}))`;
  const value = `f${keys.length}`;
  return {
    list: `list_sort(${structs}, '${first?.descending ? 'DESC' : 'ASC'}')`,
    columns: (sorted) => packed.columns(`struct_extract(${sorted}, '${value}')`),
  };
};

/** Structs compare field by field, so the position of NULL and NaN is a field before the key. */
function sortFields(printer: Printer, item: ResolvedOrderItem, scope: Scope): string[] {
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
