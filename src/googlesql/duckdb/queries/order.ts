import type { ResolvedOrderItem } from '../../analysis/resolved/resolved.ts';
import { orderKey } from '../../functions/conversion/comparison.ts';
import { sql } from '../../functions/core/sql.ts';
import { printShort } from '../decimals/print-decimal.ts';
import type { Printer } from './printer.ts';
import type { SortKey, SqlScope } from './select.ts';

/** GoogleSQL's order as DuckDB sort keys. */
export function sortKeys(
  printer: Printer,
  items: readonly ResolvedOrderItem[],
  scope: SqlScope,
): SortKey[] {
  return items.flatMap((item) => {
    const key = plainKey(printer, item, scope);
    // A constant sorts nothing, and DuckDB refuses it as a key.
    if (key.sql.has('constant')) return [];
    return item.expression.type.kind === 'FLOAT64' ? floatKeys(printer, item, key) : [key];
  });
}

/** A sort key in DuckDB's own order, in which NaN is the largest number. */
function plainKey(printer: Printer, item: ResolvedOrderItem, scope: SqlScope): SortKey {
  const direction = `${item.descending ? 'DESC' : 'ASC'} NULLS ${item.nulls}`;
  return {
    sql: orderKey(item.expression.type, printShort(printer, item.expression, scope)),
    direction,
  };
}

/** Longer texts are not repeated: a subquery that orders by subqueries would double with every level. */
const MAX_REPEATED_SIZE = 200;

/** NaN is GoogleSQL's smallest number and DuckDB's largest, so floats are sorted by whether they are NaN first. */
function floatKeys(
  printer: Printer,
  item: ResolvedOrderItem,
  { sql: key, direction }: SortKey,
): SortKey[] {
  if (key.size > MAX_REPEATED_SIZE) {
    const x = printer.alias('x');
    const pair = sql`CASE WHEN ${x} IS NOT NULL THEN struct_pack(a := NOT isnan(${x}), b := ${x}) END`;
    return [
      { sql: sql`list_extract(list_transform([${key}], lambda ${x}: ${pair}), 1)`, direction },
    ];
  }
  const nan = `${item.descending ? 'ASC' : 'DESC'} NULLS ${item.nulls}`;
  return [
    { sql: sql`isnan(${key})`, direction: nan },
    { sql: key, direction },
  ];
}
