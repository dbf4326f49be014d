import type { Row } from '../../googlesql/index.ts';
import type { PreparedView } from './views.ts';

/** The sort keys of a view's rows. */
export interface RowKeys {
  timestamp(row: Row): bigint;
  id(row: Row): string | null;
  /** Whether two rows have the same timestamp and id. */
  same(left: Row, right: Row): boolean;
}

/** The sort keys of a view's rows, read from its columns. */
export function rowKeys({
  timestampIndex,
  idIndex,
}: Pick<PreparedView, 'timestampIndex' | 'idIndex'>): RowKeys {
  // The columns' types are checked when the endpoint is prepared; the time window excludes NULL timestamps.
  const timestamp = (row: Row) => BigInt(row[timestampIndex] as number | bigint);
  const id = (row: Row) => (row[idIndex] ?? null) as string | null;
  return {
    timestamp,
    id,
    same: (left, right) => timestamp(left) === timestamp(right) && id(left) === id(right),
  };
}

/** Orders rows with equal keys by their content, since engines return them in any order. */
export function orderTies(rows: readonly Row[], keys: RowKeys): readonly Row[] {
  const ordered: Row[] = [];
  let start = 0;
  while (start < rows.length) {
    const first = rows[start] ?? [];
    let end = start + 1;
    while (end < rows.length && keys.same(first, rows[end] ?? [])) end += 1;
    ordered.push(...orderByContent(rows.slice(start, end)));
    start = end;
  }
  return ordered;
}

function orderByContent(rows: readonly Row[]): readonly Row[] {
  if (rows.length < 2) return rows;
  return rows
    .map((row) => ({ row, text: contentOf(row) }))
    .sort((left, right) => (left.text < right.text ? -1 : Number(left.text > right.text)))
    .map(({ row }) => row);
}

function contentOf(row: Row): string {
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
