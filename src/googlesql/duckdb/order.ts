import type { ResolvedOrderItem } from '../analysis/resolved.ts';
import type { Printer, Scope } from './printer.ts';
import type { SortKey } from './select.ts';

/**
 * GoogleSQL's order as DuckDB sort keys. NaN is GoogleSQL's smallest number and DuckDB's greatest, so floats get a key
 * of their own for it.
 */
export function sortKeys(
  printer: Printer,
  items: readonly ResolvedOrderItem[],
  scope: Scope,
): SortKey[] {
  return items.flatMap((item) => {
    const sql = printer.expression(item.expression, scope);
    const direction = `${item.descending ? 'DESC' : 'ASC'} NULLS ${item.nulls}`;
    if (item.expression.type.kind !== 'FLOAT64') return [{ sql, direction }];
    const nan = `${item.descending ? 'ASC' : 'DESC'} NULLS ${item.nulls}`;
    return [
      { sql: `isnan(${sql})`, direction: nan },
      { sql, direction },
    ];
  });
}

/** The text behind ORDER BY. */
export function sortText(keys: readonly SortKey[]): string {
  return keys.map(({ sql, direction }) => `${sql} ${direction}`).join(', ');
}
