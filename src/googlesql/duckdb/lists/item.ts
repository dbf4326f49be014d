/** The rows of a subquery over arrays, as one DuckDB list. */

import type { ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import { constantOf, dotted, fieldOf, type Sql, sql } from '../../functions/core/sql.ts';
import type { Printer } from '../queries/printer.ts';
import { columnName, type Item, type ListRows, SqlScope } from '../queries/select.ts';

/** An item's text, and how to read columns from it. */
export interface ListItem extends Pick<ListRows, 'columns'> {
  readonly sql: Sql;
}

/** An item for columns: a single column is the item itself, several form a struct. */
export function packItem(columns: ReadonlyMap<number, Sql>): ListItem {
  const ids = [...columns.keys()];
  const cheap = (own: Sql): Item => ({ sql: own, cost: 'cheap' });
  if (ids.length === 0) return { sql: constantOf('true'), columns: () => new Map() };
  const [only] = columns;
  if (only && ids.length === 1) {
    return { sql: only[1], columns: (item) => new Map([[only[0], cheap(item)]]) };
  }
  const fields = [...columns].map(([id, own]) => sql`${columnName(id)} := ${own}`);
  return {
    sql: sql`struct_pack(${fields})`,
    columns: (item) =>
      new Map(
        ids.map((id) => [
          id,
          cheap(item.has('path') ? dotted(item, columnName(id)) : fieldOf(item, columnName(id))),
        ]),
      ),
  };
}

/** A lambda's variable, and how the rows' columns print inside the lambda. */
export function lambdaOver(
  printer: Printer,
  rows: ListRows,
  outer: SqlScope,
): { readonly item: Sql; readonly scope: SqlScope } {
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
  const columns = new Map<number, Sql>();
  for (const [id, own] of scope.columns) if (needed.has(id)) columns.set(id, own.sql);
  for (const [id, expression] of computed) {
    columns.set(id, printer.expression(expression, scope));
  }
  const packed = packItem(columns);
  if (packed.sql === item) return { list: rows.list, columns: packed.columns };
  return {
    list: sql`list_transform(${rows.list}, lambda ${item}: ${packed.sql})`,
    columns: packed.columns,
  };
}
