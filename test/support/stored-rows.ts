import { logicalSource } from '../../src/engines/duckdb/queries/table-source.ts';
import type { FileSelection, ParquetStore } from '../../src/engines/duckdb/store/parquet-store.ts';
import type { Table } from '../../src/googlesql/index.ts';
import { PROJECT } from './project.ts';

const TABLES = PROJECT.tables;

/** A log table by name. */
export function logTable(name: string): Table {
  const table = TABLES.get(name);
  if (!table) throw new Error(`There is no table "${name}"`);
  return table;
}

/** A DuckDB FROM item with the rows of a table as GoogleSQL sees them. */
export function storedRows(store: ParquetStore, table: string): string {
  return logicalSource(logTable(table), store.files(logTable(table)));
}

/** The paths of a table's files, newest first. */
export function storedFiles(
  store: ParquetStore,
  table: string,
  selection?: FileSelection,
): readonly string[] {
  return store.files(logTable(table), selection).map(({ path }) => path);
}

/** The days that a table has rows of, oldest first. */
export function storedDays(store: ParquetStore, table: string): readonly string[] {
  const days = storedFiles(store, table).map((path) => /day=([\d-]+)/.exec(path)?.[1] ?? '');
  return [...new Set(days)].sort();
}
