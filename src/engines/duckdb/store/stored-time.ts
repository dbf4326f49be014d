import { quoteName, type Table } from '../../../googlesql/index.ts';

/** The name of a table's TIMESTAMP column by which its rows are stored; undefined in tables without one. */
export function timeColumn({ columns, time }: Table): string | undefined {
  return columns.find(({ name, type }) => name === time && type.kind === 'TIMESTAMP')?.name;
}

/** The time of a stored row, as a DuckDB expression; the epoch in tables without one. */
export function storedTime(table: Table): string {
  const column = timeColumn(table);
  return column === undefined ? 'make_timestamptz(0)' : quoteName(column);
}
