import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { withoutFiles } from '../../../../src/engines/duckdb/writer/manifest-change.ts';
import type { WrittenFile } from '../../../../src/engines/duckdb/writer/parquet-writer.ts';
import { EVENTS, eventRows, importInto } from '../../../support/store/event-rows.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { startWorker } from '../../../support/store/store-worker.ts';
import { valuesOf } from '../../../support/store/values-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const numbers = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => String(first + i));

test('ParquetWriter loses nothing of several that commit to a table at once, here and in another process', async () => {
  const store = new ParquetStore(temporaryFolder());
  const worker = await startWorker(store.directory, 'import', '100');
  onTestFinished(() => worker.kill());

  const [done] = await Promise.all([
    worker.begin(),
    ...[0, 1, 2].map((i) => importInto(new ParquetStore(store.directory), eventRows(i * 10, 10))),
  ]);

  expect(done).toBe('done');
  expect(await valuesOf(store)).toEqual([...numbers(0, 30), ...numbers(100, 30)]);
  const { commit, imports, files } = store.manifest(EVENTS.name);
  expect({ commit, imports: imports.length, files: files.length }).toEqual({
    commit: 4,
    imports: 4,
    files: 19,
  });
});

test('ParquetWriter changes nothing when a change gives up, as it does over files that were replaced', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 3));
  const writer = await openWriter(store);
  const before = store.manifest(EVENTS.name);
  const file = await writer.write(newRows('SELECT 99 AS id'));

  const isDone = await writer.commit(EVENTS, written(file), () => undefined);

  expect([isDone, store.manifest(EVENTS.name)]).toEqual([false, before]);
  expect(existsSync(file?.temporary ?? '')).toBe(true);
  expect(await valuesOf(store)).toEqual(['0', '1', '2']);
});

test('ParquetWriter retires the files that a commit leaves out, and keeps them on disk', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 3));
  const writer = await openWriter(store);
  const [first] = store.files(EVENTS);
  const path = first?.path.slice(store.folder(EVENTS.name).path.length + 1) ?? '';

  await writer.commit(EVENTS, [], (manifest) => withoutFiles(manifest, new Set([path])));

  expect(store.manifest(EVENTS.name).retired).toMatchObject([{ path }]);
  expect([existsSync(first?.path ?? ''), await valuesOf(store)]).toEqual([true, ['0', '1']]);
});

test('ParquetWriter leaves nothing of what it did not commit', async () => {
  const store = new ParquetStore(temporaryFolder());
  const writer = await openWriter(store);
  expect(await writer.write(newRows('SELECT 1 AS id'))).toBeDefined();
  expect(await writer.write(newRows('SELECT 1 AS id LIMIT 0'))).toBeUndefined();

  writer.close();

  expect(readdirSync(store.directory)).toEqual(['.lock']);
});

test('a table whose manifest was lost is an error and not empty, and its files stay', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 3));
  const folder = store.folder(EVENTS.name);
  rmSync(join(folder.path, 'manifest.json'));

  const lost = /Cannot read the manifest of table "app.events" \(.*\): it is missing/;
  expect(() => store.files(EVENTS)).toThrow(lost);
  await expect(importInto(store, eventRows(3, 1))).rejects.toThrow(lost);
  expect(store.tables()).toEqual([EVENTS.name]);
  expect(folder.days()).toHaveLength(3);
});

function newRows(query: string) {
  const others = `TIMESTAMPTZ '2026-07-01 00:00:00+00' AS timestamp, 'p' AS project`;
  const meta = 'CAST([] AS STRUCT(level VARCHAR, size BIGINT)[]) AS meta';
  const [select, ...rest] = query.split(' AS id');
  const relation = `(${select} AS id, ${others}, ${meta}${rest.join('')})`;
  return { table: EVENTS, day: '2026-07-01', relation, importOf: 'NULL', imports: [] };
}

function written(file: WrittenFile | undefined): readonly WrittenFile[] {
  return file ? [file] : [];
}
