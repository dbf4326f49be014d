import type { OutputColumn, Row, Value } from '#googlesql';
import { comparison } from './compare-values.ts';
import type { OrderTerm, Shape } from './shape.ts';

/** Rows in the order and the number of a shape, and whether rows after the last were left out. */
export function shapeRows(
  { rows, truncated }: { readonly rows: readonly Row[]; readonly truncated: boolean },
  columns: readonly OutputColumn[],
  { limit = Number.POSITIVE_INFINITY, orderBy }: Shape,
): { readonly rows: readonly Row[]; readonly truncated: boolean } {
  const ordered = orderBy.length === 0 ? rows : orderRows(rows, columns, orderBy);
  return {
    rows: ordered.length > limit ? ordered.slice(0, limit) : ordered,
    truncated: truncated || ordered.length > limit,
  };
}

/** The sort is stable: rows that are equal in all terms stay in the order of the query. */
function orderRows(
  rows: readonly Row[],
  columns: readonly OutputColumn[],
  orderBy: readonly OrderTerm[],
): readonly Row[] {
  const terms = orderBy.flatMap(({ index, isDescending }) => {
    const column = columns[index];
    if (!column) return [];
    const compare = comparison(column.type);
    return [
      (one: Row, other: Row) => {
        const order = compare(valueAt(one, index), valueAt(other, index));
        return isDescending ? -order : order;
      },
    ];
  });
  return rows.toSorted((one, other) => {
    for (const compare of terms) {
      const order = compare(one, other);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function valueAt(row: Row, index: number): Value {
  return row[index] ?? null;
}
