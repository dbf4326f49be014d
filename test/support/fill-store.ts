import { Readable } from 'node:stream';
import type { Table } from '#googlesql';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { importRows } from '../../src/import/import-rows.ts';
import type { Tables } from '../../src/project/tables/tables.ts';
import { PROJECT } from './project.ts';

/** Imports rows into tables of a store. */
export async function fillRows(
  store: Pick<TableFiles, 'dataDir'>,
  rows: Iterable<readonly [table: string, rows: readonly object[]]>,
  tables: Tables = PROJECT.tables,
): Promise<void> {
  for (const [name, content] of rows) {
    const table = tables.get(name);
    if (!table) throw new Error(`There is no table "${name}"`);
    if (content.length > 0)
      await fillTable(
        store,
        table,
        content.map((row) => JSON.stringify(row)),
      );
  }
}

/** Imports JSON lines into a table; a line that is refused is an error of the test. */
export async function fillTable(
  { dataDir }: Pick<TableFiles, 'dataDir'>,
  table: Table,
  lines: readonly string[],
): Promise<void> {
  const { details, unknown } = await importRows({
    dataDir,
    table,
    input: Readable.from(lines.map((line) => Buffer.from(`${line}\n`))),
    format: 'ndjson',
    isAgain: true,
  });
  if (details.length > 0) throw new Error(`Bad fixture rows: ${JSON.stringify(details)}`);
  if (unknown.size > 0) throw new Error(`Unknown columns: ${[...unknown.keys()].join(', ')}`);
}
