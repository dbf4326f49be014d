/** What imports have left in a data folder, without what only tests in vitest have: child processes use it too. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { PRELUDE, type Table } from '#googlesql';
import { FILES_PRELUDE } from '../../src/engines/duckdb/files/prelude.ts';
import { importsFolder } from '../../src/engines/duckdb/tables/imported-file.ts';
import { importRows } from '../../src/import/import-rows.ts';
import { rowsOfFiles } from '../../src/import/imported-rows.ts';
import { filesOfTable } from '../../src/import/imports.ts';

let shared: Promise<DuckDBConnection> | undefined;

/** A connection of this worker, to read files with. */
export function readingConnection(): Promise<DuckDBConnection> {
  shared ??= openReader();
  return shared;
}

/** A connection of an instance of its own, to read files with. */
export async function openReader(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const settings = ["SET TimeZone = 'UTC'", ...PRELUDE, ...FILES_PRELUDE];
  for (const setting of settings) await connection.run(setting);
  return connection;
}

/** The rows of a statement that DuckDB runs. */
export async function duckdbRows(sql: string, reader?: DuckDBConnection) {
  return (await (reader ?? (await readingConnection())).runAndReadAll(sql)).getRowsJson();
}

/** The files of a table's imports, those with the oldest rows first. */
export async function filesOf(dataDir: string, table: string): Promise<readonly string[]> {
  const files = await filesOfTable(importsFolder(dataDir, table), table);
  return files.map(({ path }) => path).sort();
}

/** What a select list gives for the rows of a table, in the order of its time or of another expression. */
export async function rowsOfTable(
  dataDir: string,
  table: Table,
  select: string,
  order = table.time === undefined ? '1' : `"${table.time}"`,
  reader?: DuckDBConnection,
) {
  const connection = reader ?? (await readingConnection());
  const relation = await rowsOfFiles(connection, table, await filesOf(dataDir, table.name));
  return duckdbRows(`SELECT ${select} FROM ${relation} ORDER BY ${order}`, connection);
}

/** Imports rows as NDJSON; a line that is refused is an error of the test. */
export async function importLines(
  dataDir: string,
  table: Table,
  rows: readonly object[],
): Promise<string> {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const input = Readable.from([Buffer.from(lines)]);
  const { details, id, unknown } = await importRows({ dataDir, table, input, format: 'ndjson' });
  if (details.length > 0) throw new Error(`Bad rows: ${JSON.stringify(details)}`);
  if (unknown.size > 0) throw new Error(`Unknown columns: ${[...unknown.keys()].join(', ')}`);
  return id ?? '';
}

/** The paths of all files below a folder, without the marker of changes. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => path !== join('tables', 'changed'))
    .sort();
}
