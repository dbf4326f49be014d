import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyStore } from '../../../src/engines/duckdb/admin/copy-store.ts';
import { exportRows } from '../../../src/engines/duckdb/admin/export-rows.ts';
import { undoImport } from '../../../src/engines/duckdb/admin/imports.ts';
import { ParquetStore } from '../../../src/engines/duckdb/store/parquet-store.ts';
import {
  type ParquetWriter,
  withWriter,
} from '../../../src/engines/duckdb/writer/parquet-writer.ts';
import { compactAll, EVENTS, eventRows, importInto } from '../../support/store/event-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LIMITS = { memory: '200MB', threads: 1 };
const SELECTION = { table: EVENTS, from: undefined, to: undefined, project: undefined };

/** A store with six imports into one day, whose files are then made one if `isCompacted`. */
async function filledStore(isCompacted: boolean): Promise<ParquetStore> {
  const store = new ParquetStore(temporaryFolder());
  for (let i = 0; i < 6; i += 1) await importInto(store, eventRows(i * 3, 3, 1));
  if (isCompacted) await withWriter(store, LIMITS, (writer) => compactAll(writer));
  return store;
}

/** Overwrites the last file with one that DuckDB reads as well: another of the table, or one with other rows. */
async function damage(store: ParquetStore): Promise<void> {
  const { files } = store.manifest(EVENTS.name);
  const pathOf = (file = files.at(-1)) => join(store.folder(EVENTS.name).path, file?.path ?? '');
  if (files.length > 1) return writeFileSync(pathOf(), readFileSync(pathOf(files[0])));
  const other = await filledStore(false);
  const [first] = other.manifest(EVENTS.name).files;
  writeFileSync(pathOf(), readFileSync(join(other.folder(EVENTS.name).path, first?.path ?? '')));
}

test.each<[string, boolean, (writer: ParquetWriter) => Promise<unknown>]>([
  ['compaction', false, (writer) => compactAll(writer)],
  [
    'undo of an import',
    true,
    (writer) => {
      const [first] = writer.store.manifest(EVENTS.name).imports;
      return undoImport(writer, EVENTS, first?.id ?? '');
    },
  ],
  ['export as NDJSON', false, (writer) => exportRows(writer, { ...SELECTION, format: 'ndjson' })],
  ['export as Parquet', true, (writer) => exportRows(writer, { ...SELECTION, format: 'parquet' })],
  ['copy of the store', false, (writer) => copyStore(writer.store, temporaryFolder())],
])('%s rejects a damaged file and changes nothing', async (_, isCompacted, work) => {
  const store = await filledStore(isCompacted);
  await damage(store);
  const before = store.manifest(EVENTS.name);
  const files = readdirSync(store.folder(EVENTS.name).path, { recursive: true });

  const done = withWriter(store, LIMITS, work);

  await expect(done).rejects.toThrow(/the data of table "app\.events" are damaged/);
  expect(new ParquetStore(store.directory).manifest(EVENTS.name)).toEqual(before);
  expect(readdirSync(store.folder(EVENTS.name).path, { recursive: true })).toEqual(files);
});
