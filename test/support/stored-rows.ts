import type { Table } from '#googlesql';
import { filesWithin } from '../../src/engines/duckdb/tables/files-within.ts';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import type { TimeBounds } from '../../src/engines/duckdb/tables/time-range.ts';
import { PROJECT } from './project.ts';

/** A log table by name. */
export function logTable(name: string): Table {
  const table = PROJECT.tables.get(name);
  if (!table) throw new Error(`There is no table "${name}"`);
  return table;
}

/** The paths of a table's files. */
export function storedFiles(
  store: TableFiles,
  table: string,
  bounds: TimeBounds = {},
): readonly string[] {
  return filesWithin(store.listNow(table).files, bounds).map(({ path }) => path);
}
