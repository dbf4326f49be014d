import { Readable } from 'node:stream';
import { importRows } from '../../src/cli/import/import-rows.ts';
import { StagedRows } from '../../src/engines/duckdb/staging/staged-rows.ts';
import type { ParquetStore } from '../../src/engines/duckdb/store/parquet-store.ts';
import type { Tables } from '../../src/project/tables.ts';
import { PROJECT } from './project.ts';

/** Imports NDJSON rows into a table of the store; a line that is refused is an error of the test. */
export async function fillStore(
  store: ParquetStore,
  tables: Tables,
  name: string,
  input: Readable,
  source = 'test',
): Promise<void> {
  const table = tables.get(name);
  if (!table) throw new Error(`There is no table "${name}"`);
  const staged = await StagedRows.open(store, table);
  try {
    const { details, unknown } = await importRows({
      table,
      staged,
      input,
      source,
      format: 'ndjson',
      project: undefined,
      host: undefined,
      bounds: undefined,
      shiftTo: undefined,
    });
    if (details.length > 0) throw new Error(`Bad fixture rows: ${JSON.stringify(details)}`);
    if (unknown.size > 0) throw new Error(`Unknown columns: ${[...unknown.keys()].join(', ')}`);
  } finally {
    await staged.discard();
  }
}

const TABLES = PROJECT.tables;

/** Imports rows into the tables of the store. */
export async function fillRows(
  store: ParquetStore,
  rows: Iterable<readonly [table: string, rows: readonly object[]]>,
): Promise<void> {
  for (const [table, content] of rows) {
    const lines = content.map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
    if (lines.length > 0) await fillStore(store, TABLES, table, Readable.from(lines));
  }
}
