import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteText } from '#googlesql';
import { withConnection } from '../../../src/engines/duckdb/with-connection.ts';
import type { FileRow } from './rows.ts';
import { fieldsOf, type InPlace, SETTINGS, TABLES } from './tables.ts';

/** The files of a table by the ends of their names. */
export type RowFiles = Readonly<Record<string, readonly FileRow[]>>;

/** Writes a project with its endpoints, and the rows of its tables. */
export async function writeProject(
  folder: string,
  texts: Readonly<Record<string, string>>,
  filesOf: (table: InPlace) => RowFiles,
): Promise<void> {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const name of ['data', 'endpoints', 'functions', 'tables', 'views']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  write('fieldstone.json', JSON.stringify(SETTINGS));
  for (const [name, text] of Object.entries(texts)) write(name, text);
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '500MB', threads: '1' });
  try {
    await withConnection(instance, async (connection) => {
      await connection.run("SET TimeZone = 'UTC'");
      for (const table of TABLES) {
        write(`tables/${table.name}.json`, JSON.stringify(fieldsOf(table)));
        for (const [end, rows] of Object.entries(filesOf(table))) {
          const path = join(folder, `data/${table.name}${end}.${table.format}`);
          await WRITERS[table.format](path, rows, { table, connection });
        }
      }
    });
  } finally {
    instance.closeSync();
  }
}

interface Writing {
  readonly table: InPlace;
  readonly connection: DuckDBConnection;
}

type Writer = (path: string, rows: readonly FileRow[], writing: Writing) => Promise<void> | void;

const WRITERS: Readonly<Record<InPlace['format'], Writer>> = {
  ndjson: writeNdjson,
  csv: writeCsv,
  parquet: writeParquet,
};

function writeNdjson(path: string, rows: readonly FileRow[]): void {
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function writeCsv(path: string, rows: readonly FileRow[], { table }: Writing): void {
  const names = fieldsOf(table).map((field) => String((field as { name: string }).name));
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','));
  writeFileSync(path, [names.join(','), ...lines].map((line) => `${line}\n`).join(''));
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  // No CSV has a NUL.
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll('\u0000', '').replaceAll('"', '""')}"`;
}

/** The types of a tenant's column in Parquet, which are not all those that are read as they are. */
const STORED = {
  STRING: 'VARCHAR',
  INT64: 'DECIMAL(20, 0)',
  DATE: 'DATE',
  BYTES: 'VARCHAR',
  BOOL: 'BOOLEAN',
};

async function writeParquet(
  path: string,
  rows: readonly FileRow[],
  { connection, table }: Writing,
): Promise<void> {
  const [column, field] = table.tenant?.split('.') ?? [];
  const stored = STORED[table.kind ?? 'STRING'];
  const columns = {
    ...(column && { [column]: field === undefined ? stored : `STRUCT(${field} VARCHAR)[]` }),
    timestamp: 'TIMESTAMPTZ',
    id: 'VARCHAR',
    event_message: 'VARCHAR',
    metadata: 'STRUCT(level VARCHAR, code BIGINT)[]',
  };
  const list = Object.entries(columns).map(([name, type]) => `${name}: ${quoteText(type)}`);
  const lines = `${path}.lines`;
  writeNdjson(lines, rows);
  const bytes = table.kind === 'BYTES' ? ` REPLACE (from_base64(${column}) AS ${column})` : '';
  await connection.run(
    `COPY (SELECT *${bytes} FROM read_ndjson(${quoteText(lines)}, columns = {${list.join(', ')}}))
      TO ${quoteText(path)} (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
  );
  rmSync(lines);
}
