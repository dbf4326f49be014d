import { filtered } from '../../analysis/resolved/build.ts';
import type { ArrayScan, FilterScan, Scan } from '../../analysis/resolved/resolved.ts';
import { arithmetic, NULL, type Sql, sql } from '../../functions/core/sql.ts';
import type { Needed, Printer, RowsOf } from '../queries/printer.ts';
import { type ListRows, SqlScope } from '../queries/select.ts';
import { aggregateRows, orderedRows } from './fold.ts';
import { lambdaOver, mapRows, packItem } from './item.ts';

const arrayRows: RowsOf<'array'> = (printer, scan, needed, outer) => {
  if (!scan.input) return elements(printer, scan, needed, outer, new Map());
  if (scan.condition) {
    const elementsOnly = { ...scan, condition: undefined };
    return filterRows(printer, filtered(elementsOnly, scan.condition), needed, outer);
  }
  const below = new Set([...needed, ...printer.references([scan.array])]);
  const input = printer.rows(scan.input, below, outer);
  const { item, scope } = lambdaOver(printer, input, outer);
  const carried = new Map<number, Sql>();
  for (const [id, own] of scope.columns) if (needed.has(id)) carried.set(id, own.sql);
  const inner = elements(printer, scan, needed, scope, carried);
  return {
    list: sql`flatten(list_transform(${input.list}, lambda ${item}: ${inner.list}))`,
    columns: inner.columns,
  };
};

/** An array's elements, with offsets and carried columns if needed. */
function elements(
  printer: Printer,
  scan: ArrayScan,
  needed: Needed,
  scope: SqlScope,
  carried: ReadonlyMap<number, Sql>,
): ListRows {
  const element = printer.alias('x');
  const place = printer.alias('n');
  const columns = new Map(carried);
  const hasOffset = scan.offset !== undefined && needed.has(scan.offset.id);
  if (needed.has(scan.element.id)) columns.set(scan.element.id, element);
  if (scan.offset && hasOffset) columns.set(scan.offset.id, arithmetic`(${place} - 1)`);
  const packed = packItem(columns);
  const array = printer.expression(scan.array, scope);
  const variables = hasOffset ? sql`${element}, ${place}` : element;
  const list =
    packed.sql === element
      ? array
      : sql`list_transform(${array}, lambda ${variables}: ${packed.sql})`;
  if (!scan.outer) return { list, columns: packed.columns };
  for (const id of columns.keys()) if (!carried.has(id)) columns.set(id, NULL);
  return { list: padded(list, packItem(columns).sql), columns: packed.columns };
}

/** A left join keeps a row whose array is empty. */
function padded(list: Sql, missing: Sql): Sql {
  const body = sql`CASE WHEN len(a) > 0 THEN a ELSE [${missing}] END`;
  return sql`list_extract(list_transform([${list}], lambda a: ${body}), 1)`;
}

const filterRows: RowsOf<'filter'> = (printer, scan, needed, outer) => {
  const own = printer.references([scan.condition]);
  const { input } = scan;
  const isOffsetOnlyHere = input.kind === 'array' && input.offset && !needed.has(input.offset.id);
  if (input.kind === 'array' && !input.input && !input.outer && isOffsetOnlyHere) {
    return filteredElements(printer, input, scan, outer);
  }
  const rows = printer.rows(input, new Set([...needed, ...own]), outer);
  const { item, scope } = lambdaOver(printer, rows, outer);
  const condition = printer.expression(scan.condition, scope);
  return {
    list: sql`list_filter(${rows.list}, lambda ${item}: ${condition})`,
    columns: rows.columns,
  };
};

/** Filters the elements of one array; a condition may read the offset without a struct per pair. */
function filteredElements(
  printer: Printer,
  scan: ArrayScan,
  filter: FilterScan,
  outer: SqlScope,
): ListRows {
  const packed = packItem(new Map([[scan.element.id, NULL]]));
  const item = printer.alias('x');
  const place = printer.alias('n');
  const columns = new Map(packed.columns(item));
  if (scan.offset) columns.set(scan.offset.id, { sql: arithmetic`(${place} - 1)`, cost: 'cheap' });
  const condition = printer.expression(filter.condition, new SqlScope(columns, outer));
  const array = printer.expression(scan.array, outer);
  return {
    list: sql`list_filter(${array}, lambda ${item}, ${place}: ${condition})`,
    columns: packed.columns,
  };
}

const projectRows: RowsOf<'project'> = (printer, scan, needed, outer) => {
  const computed = scan.computed.filter(({ column }) => needed.has(column.id));
  const own = printer.references(computed.map(({ expression }) => expression));
  const rows = printer.rows(scan.input, new Set([...needed, ...own]), outer);
  return mapRows(
    printer,
    rows,
    outer,
    needed,
    computed.map(({ column, expression }) => [column.id, expression]),
  );
};

const limitedRows: RowsOf<'limit'> = (printer, scan, needed, outer) => {
  const rows = printer.rows(scan.input, needed, outer);
  const limit = printer.expression(scan.limit, outer);
  const skipped = scan.offset ? printer.expression(scan.offset, outer) : sql`0`;
  return {
    list: sql`list_slice(${rows.list}, ${skipped} + 1, ${skipped} + ${limit})`,
    columns: rows.columns,
  };
};

const ROWS: { readonly [Kind in Scan['kind']]?: RowsOf<Kind> } = {
  single_row: () => ({ list: sql`[true]`, columns: () => new Map() }),
  array: arrayRows,
  filter: filterRows,
  project: projectRows,
  order_by: orderedRows,
  limit: limitedRows,
  aggregate: aggregateRows,
};

/** The rows of a listable scan with the needed columns. */
export const listRows: RowsOf<Scan['kind']> = (printer, scan, needed, outer) => {
  // The function was selected by the kind, so it accepts the scan.
  const rows = ROWS[scan.kind] as RowsOf<Scan['kind']> | undefined;
  if (!rows) throw new Error(`Cannot print a scan of kind ${scan.kind} as a list`);
  return rows(printer, scan, needed, outer);
};
