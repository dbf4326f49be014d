import { expect, test } from 'vitest';
import { listImports, undoImport } from '../../../../src/engines/duckdb/admin/imports.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { copiedStore } from '../../../support/filled-store.ts';
import { compactAll, EVENTS, eventRows, importInto } from '../../../support/store/event-rows.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { valuesOf } from '../../../support/store/values-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A store with six imports of three rows: 0 to 2, 10 to 12 and so on. */
async function sixImports() {
  const store = await copiedStore('six imports of events', async (filled) => {
    for (let i = 0; i < 6; i += 1) await importInto(filled, eventRows(i * 10, 3));
  });
  const ids = store.manifest(EVENTS.name).imports.map(({ id }) => id);
  return { store, ids, writer: await openWriter(store) };
}

const idsOf = (...imports: readonly number[]) =>
  imports.flatMap((i) => [0, 1, 2].map((n) => String(i * 10 + n))).sort();

const stored = async (store: ParquetStore) => [...(await valuesOf(store))].sort();

test('undoImport removes the rows of one import and its record in one commit', async () => {
  const { store, ids, writer } = await sixImports();
  const { commit } = store.manifest(EVENTS.name);

  await undoImport(writer, EVENTS, ids[2] ?? '');

  expect(await stored(store)).toEqual(idsOf(0, 1, 3, 4, 5));
  expect(store.manifest(EVENTS.name).commit).toBe(commit + 1);
  expect((await listImports(store)).map(({ id }) => id)).toEqual(ids.filter((_, i) => i !== 2));
});

test('undoImport takes rows out of files that compaction has joined', async () => {
  const { store, ids, writer } = await sixImports();
  await compactAll(writer);
  expect(store.manifest(EVENTS.name).files).toHaveLength(3);

  await undoImport(writer, EVENTS, ids[2] ?? '');
  expect(await stored(store)).toEqual(idsOf(0, 1, 3, 4, 5));
  await undoImport(writer, EVENTS, ids[5] ?? '');

  expect(await stored(store)).toEqual(idsOf(0, 1, 3, 4));
  const { files } = store.manifest(EVENTS.name);
  expect(files.map(({ rows, imports }) => [rows, imports.length])).toEqual(files.map(() => [4, 4]));
});

test('undoImport and compaction at once lose no row and leave none', async () => {
  const { store, ids, writer } = await sixImports();
  const other = await openWriter(new ParquetStore(store.directory));

  await Promise.all([compactAll(other), undoImport(writer, EVENTS, ids[0] ?? '')]);

  expect(await stored(store)).toEqual(idsOf(1, 2, 3, 4, 5));
});

test('undoImport of the last rows leaves an empty table', async () => {
  const store = new ParquetStore(temporaryFolder());
  const id = await importInto(store, eventRows(0, 3));

  await undoImport(await openWriter(store), EVENTS, id);

  expect([
    await stored(store),
    await listImports(store),
    store.manifest(EVENTS.name).files,
  ]).toEqual([[], [], []]);
});
