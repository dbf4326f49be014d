import { type Arguments, argumentOf, type Condition } from './parameters.ts';
import type { Item } from './select-items.ts';
import type { RandomTable } from './tables.ts';
import type { Field, Value } from './types.ts';
import { scalarOf } from './values.ts';

/** How the rows of an answer are limited and ordered. */
export interface RowShape {
  readonly limit?: number;
  readonly orderBy: readonly { readonly column: Field; readonly isDescending: boolean }[];
}

/** A condition on the column at an index. */
export interface ColumnCondition extends Condition {
  readonly index: number;
}

/** What an endpoint answers. */
export interface Expected {
  readonly rows: readonly (readonly Value[])[];
  readonly isTruncated: boolean;
}

/** What a statement selects, and from where. */
export interface Selection {
  readonly table: RandomTable;
  readonly items: readonly Item[];
  readonly conditions: readonly ColumnCondition[];
}

/** All rows of a statement, in its order. */
export function rowsOf({ conditions, items, table }: Selection, sent: Arguments): Expected['rows'] {
  return table.rows
    .filter((row) =>
      conditions.every(({ holds, index, parameter }) =>
        holds(row[index] ?? null, argumentOf(parameter, sent)),
      ),
    )
    .map((row) =>
      items.map(({ field, value }) => value(row, sent) ?? (field.mode === 'REPEATED' ? [] : null)),
    );
}

/** Rows in the order that a caller wants; those that are equal in it as they are. */
export function ordered(
  rows: Expected['rows'],
  items: readonly Item[],
  { orderBy }: RowShape,
): Expected['rows'] {
  const keys = orderBy.map(({ column, isDescending }) => {
    const index = items.findIndex(({ field }) => field.name === column.name);
    const compare = nullsFirst(scalarOf(column).compare ?? (() => 0));
    return (a: readonly Value[], b: readonly Value[]) =>
      compare(a[index] ?? null, b[index] ?? null) * (isDescending ? -1 : 1);
  });
  return rows.toSorted((a, b) => {
    for (const key of keys) {
      const result = key(a, b);
      if (result !== 0) return result;
    }
    return 0;
  });
}

function nullsFirst(compare: (a: Value, b: Value) => number): (a: Value, b: Value) => number {
  return (a, b) => {
    if (a === null || b === null) return Number(b === null) - Number(a === null);
    return compare(a, b);
  };
}

/** The first rows, and whether there are more. */
export function cut(rows: Expected['rows'], most: number): Expected {
  return { rows: rows.slice(0, most), isTruncated: rows.length > most };
}
