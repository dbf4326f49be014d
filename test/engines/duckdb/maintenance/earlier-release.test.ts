import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTable } from '../../../../src/engines/duckdb/admin/check-files.ts';
import { undoImport } from '../../../../src/engines/duckdb/admin/imports.ts';
import { convertTable } from '../../../../src/engines/duckdb/maintenance/earlier-release.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { earlierFiles, IMPORT } from '../../../support/store/earlier-files.ts';
import { compactAll, EVENTS, eventRows, importInto } from '../../../support/store/event-rows.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { valuesOf } from '../../../support/store/values-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function earlierStore() {
  const store = new ParquetStore(temporaryFolder());
  await earlierFiles(store.directory);
  return { store, writer: await openWriter(store) };
}

const ROWS = ['1', '2', '3', '10', '11', '20', '21'];

test('convertTable gives a table of the earlier release the rows that it had, and leaves its files as they are', async () => {
  const { store, writer } = await earlierStore();
  const days = store.folder(EVENTS.name).days();
  const files = () =>
    days.map((day) => readdirSync(join(store.folder(EVENTS.name).path, day)).sort());
  const before = files();

  await convertTable(writer, EVENTS);

  expect(await valuesOf(store)).toEqual(ROWS);
  expect(files()).toEqual(before);
  expect(await checkTable(store, EVENTS)).toEqual([]);
  const { imports, files: named } = store.manifest(EVENTS.name);
  expect(imports).toMatchObject([{ id: IMPORT, rows: 3 }]);
  expect(named.flatMap(({ demo }) => demo ?? [])).toHaveLength(2);
  expect(named.every(({ layout }) => layout === undefined)).toBe(true);
});

test('convertTable changes nothing where there is a manifest, and is once enough', async () => {
  const { store, writer } = await earlierStore();
  await convertTable(writer, EVENTS);
  const { commit } = store.manifest(EVENTS.name);

  await convertTable(writer, EVENTS);

  expect(store.manifest(EVENTS.name).commit).toBe(commit);
});

test('a table of the earlier release is neither read nor written before it is converted', async () => {
  const { store } = await earlierStore();
  const message = /table "app.events" .*: it is missing.* converted when the service starts/;

  expect(() => store.files(EVENTS)).toThrow(message);
  await expect(importInto(store, eventRows(0, 1))).rejects.toThrow(message);
  expect(store.folder(EVENTS.name).hasManifest()).toBe(false);
});

test('convertTable leaves everything as it was when a file cannot be read', async () => {
  const { store, writer } = await earlierStore();
  const day = join(store.folder(EVENTS.name).path, 'day=2026-07-02');
  truncateSync(join(day, `import-${IMPORT}.parquet`), 50);

  await expect(convertTable(writer, EVENTS)).rejects.toThrow('app.events/day=2026-07-02');

  expect(store.folder(EVENTS.name).hasManifest()).toBe(false);
});

test('convertTable does not take files of this release without their manifest for an earlier one’s', async () => {
  const { store, writer } = await earlierStore();
  const day = join(store.folder(EVENTS.name).path, 'day=2026-07-02');
  writeFileSync(join(day, '00000000-0000-4000-8000-000000000000.parquet'), '');

  await convertTable(writer, EVENTS);

  expect(store.folder(EVENTS.name).hasManifest()).toBe(false);
});

test('compact rewrites files of the earlier release, whose import can be undone before and after', async () => {
  const { store, writer } = await earlierStore();
  await convertTable(writer, EVENTS);
  await importInto(store, [{ ...eventRows(50, 1)[0], timestamp: '2026-07-02T01:00:00Z' }]);

  await compactAll(writer);

  expect(await valuesOf(store)).toEqual([...ROWS, '50']);
  const imported = store.manifest(EVENTS.name).files.filter(({ demo }) => !demo);
  expect(imported.map(({ layout }) => layout)).toEqual(imported.map(() => expect.any(Number)));
  await undoImport(writer, EVENTS, IMPORT);
  expect(await valuesOf(store)).toEqual([...ROWS.slice(3), '50']);
});
