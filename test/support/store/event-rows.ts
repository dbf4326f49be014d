/** A small table of events, without what only tests in vitest have: child processes use it too. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { undoImport } from '../../../src/engines/duckdb/admin/imports.ts';
import { compact } from '../../../src/engines/duckdb/maintenance/compaction.ts';
import { convertTable } from '../../../src/engines/duckdb/maintenance/earlier-release.ts';
import { filesToCompact } from '../../../src/engines/duckdb/maintenance/files-to-compact.ts';
import type { ParquetStore } from '../../../src/engines/duckdb/store/parquet-store.ts';
import type { ParquetWriter } from '../../../src/engines/duckdb/writer/parquet-writer.ts';
import { parseTable, type Table } from '../../../src/googlesql/table.ts';
import { fillStore } from '../fill-store.ts';

/** A table with a repeated record. */
export const EVENTS: Table = parseTable(
  'app.events',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'id', type: 'INTEGER' },
    { name: 'project', type: 'STRING' },
    {
      name: 'meta',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'level', type: 'STRING' },
        { name: 'size', type: 'INTEGER' },
      ],
    },
  ],
  { tenant: ['project'], time: 'timestamp' },
);

/** The first day with events. */
export const FIRST_DAY = Date.UTC(2026, 6, 1);
const DAY = 86_400_000;

/** Rows with the ids of a range, which are dealt to some days in turn. */
export function eventRows(first: number, count: number, days = 3): readonly object[] {
  return Array.from({ length: count }, (_, i) => ({
    timestamp: new Date(FIRST_DAY + (i % days) * DAY + first + i).toISOString(),
    id: first + i,
    project: `p${i % 5}`,
    meta: i % 7 === 0 ? [] : [{ level: 'info', size: i }],
  }));
}

/** Imports rows and gives the import's id. */
export async function importInto(
  store: ParquetStore,
  rows: readonly object[],
  table: Table = EVENTS,
): Promise<string> {
  const tables = new Map([[table.name, table]]);
  const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
  const name = randomUUID();
  await fillStore(store, tables, table.name, Readable.from(lines), name);
  return store.manifest(table.name).imports.find(({ source }) => source === name)?.id ?? '';
}

/** Compacts every day of the table that is due. */
export async function compactAll(writer: ParquetWriter, table: Table = EVENTS): Promise<void> {
  for (const group of filesToCompact(writer.store.manifest(table.name))) {
    await compact(writer, table, group);
  }
}

/** What child processes do to a store; killed at any moment, they leave the state before or after. */
export const WORKS: Readonly<
  Record<string, (writer: ParquetWriter, argument: string) => Promise<unknown>>
> = {
  import: ({ store }, first) => importInto(store, eventRows(Number(first), 30, 10)),
  undo: (writer, id) => undoImport(writer, EVENTS, id),
  compact: (writer) => compactAll(writer),
  convert: (writer) => convertTable(writer, EVENTS),
};
