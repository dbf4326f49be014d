/** The rows of a subquery over arrays, as one DuckDB list. */

import type { ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import type { Printer } from '../queries/printer.ts';
import { columnName, type Item, type ListRows, SqlScope } from '../queries/select.ts';

/** An item's text, and how to read columns from it. */
export interface ListItem extends Pick<ListRows, 'columns'> {
  readonly sql: string;
}

/** An item for columns: a single column is the item itself, several form a struct. */
export function packItem(columns: ReadonlyMap<number, string>): ListItem {
  const ids = [...columns.keys()];
  const cheap = (sql: string): Item => ({ sql, cost: 'cheap' });
  if (ids.length === 0) return { sql: 'true', columns: () => new Map() };
  const [only] = columns;
  if (only && ids.length === 1) {
    return { sql: only[1], columns: (item) => new Map([[only[0], cheap(item)]]) };
  }
  const fields = [...columns].map(([id, sql]) => `${columnName(id)} := ${sql}`);
  const field = (item: string, id: number) =>
    /^\w+$/.test(item)
      ? `${item}.${columnName(id)}`
      : `struct_extract(${item}, '${columnName(id)}')`;
  return {
    sql: `struct_pack(${fields.join(', ')})`,
    columns: (item) => new Map(ids.map((id) => [id, cheap(field(item, id))])),
  };
}

/** A lambda's variable, and how the rows' columns print inside the lambda. */
export function lambdaOver(
  printer: Printer,
  rows: ListRows,
  outer: SqlScope,
): { readonly item: string; readonly scope: SqlScope } {
  const item = printer.alias('x');
  return { item, scope: new SqlScope(rows.columns(item), outer) };
}

/** Maps the rows to the available columns of `needed` and the computed ones. */
export function mapRows(
  printer: Printer,
  rows: ListRows,
  outer: SqlScope,
  needed: ReadonlySet<number>,
  computed: Iterable<readonly [number, ResolvedExpression]>,
): ListRows {
  const { item, scope } = lambdaOver(printer, rows, outer);
  const columns = new Map<number, string>();
  for (const [id, { sql }] of scope.columns) if (needed.has(id)) columns.set(id, sql);
  for (const [id, expression] of computed) {
    columns.set(id, printer.expression(expression, scope));
  }
  const packed = packItem(columns);
  if (packed.sql === item) return { list: rows.list, columns: packed.columns };
  return {
    list: `list_transform(${rows.list}, lambda ${item}: ${packed.sql})`,
    columns: packed.columns,
  };
}
