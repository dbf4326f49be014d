import {
  type ColumnDef,
  columnFilteringFeature,
  columnResizingFeature,
  columnSizingFeature,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from '../api/description.ts';
import type { Row } from '../api/run.ts';
import { valueOrder } from './compare-values.ts';
import { type Predicate, predicateOf } from './filter-rows.ts';
import { formatValue } from './format-value.ts';

const FEATURES = tableFeatures({
  columnFilteringFeature,
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

/** How many of the first rows decide how wide a column is. */
const MEASURED_ROWS = 50;
const CHARACTER_PX = 7.5;
const PADDING_PX = 28;

/** The table of an answer: its rows filtered and sorted, the widths of its columns. */
export function useRowsTable(columns: readonly Column[], rows: readonly Row[]) {
  const definitions = useMemo(
    () => columns.map((column, index) => definitionOf(column, index, rows)),
    [columns, rows],
  );
  return useTable({
    features: FEATURES,
    columns: definitions,
    data: rows,
    columnResizeMode: 'onChange',
    getRowId: (_, index) => String(index),
  });
}

/** The state of a table: what it is sorted and filtered by, and how wide its columns are. */
export type TableState = ReturnType<typeof useRowsTable>;

function definitionOf(
  column: Column,
  index: number,
  rows: readonly Row[],
): ColumnDef<typeof FEATURES, Row> {
  const { name } = column;
  return {
    id: String(index),
    accessorFn: (row) => row[name] ?? null,
    size: widthOf(column, rows),
    minSize: 48,
    sortDescFirst: false,
    sortFn: sortFunction(column, rows),
    filterFn: Object.assign(
      (row: { readonly original: Row }, _: string, keeps: Predicate) =>
        keeps(row.original[name] ?? null),
      { resolveFilterValue: (text: string) => predicateOf(text, column) },
    ),
  };
}

/** Orders rows by a column; what is compared is made of its values once, when it is first sorted by. */
function sortFunction({ name, type }: Column, rows: readonly Row[]) {
  let order: ((left: number, right: number) => number) | undefined;
  return (left: { readonly index: number }, right: { readonly index: number }) => {
    order ??= valueOrder(
      type,
      rows.map((row) => row[name] ?? null),
    );
    return order(left.index, right.index);
  };
}

function widthOf(column: Column, rows: readonly Row[]): number {
  const lengths = rows
    .slice(0, MEASURED_ROWS)
    .map((row) => formatValue(row[column.name] ?? null, column).length);
  const longest = Math.max(column.name.length + 3, column.type.length, ...lengths);
  return Math.round(Math.min(Math.max(longest, 6), 44) * CHARACTER_PX) + PADDING_PX;
}
