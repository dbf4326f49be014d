import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkTable } from '../../../../src/engines/duckdb/admin/check-files.ts';
import { copyStore } from '../../../../src/engines/duckdb/admin/copy-store.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { EVENTS, eventRows, importInto } from '../../../support/store/event-rows.ts';
import { startWorker } from '../../../support/store/store-worker.ts';
import { valuesOf } from '../../../support/store/values-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('copyStore makes a whole copy while another process commits', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 6));
  const worker = await startWorker(store.directory, 'import', '100');
  onTestFinished(() => worker.kill());
  const target = join(temporaryFolder(), 'copy');

  const [report] = await Promise.all([copyStore(store, target), worker.begin()]);

  const copy = new ParquetStore(target);
  const rows = await valuesOf(copy);
  const { files } = copy.manifest(EVENTS.name);
  // The state before that commit, or after it.
  expect([6, 36]).toContain(rows.length);
  expect(report).toEqual({
    tables: 1,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  });
  expect(await checkTable(copy, EVENTS)).toEqual([]);
  expect(readdirSync(store.directory).filter((name) => name.startsWith('.writing'))).toEqual([]);
});

test('copyStore copies a store that cannot be written', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 6));
  rmSync(join(store.directory, '.lock'));
  // Nobody can lock the store: permissions would not hold root back.
  mkdirSync(join(store.directory, '.lock'));
  const target = join(temporaryFolder(), 'copy');

  expect(await copyStore(store, target)).toMatchObject({ tables: 1, files: 3 });

  expect(await valuesOf(new ParquetStore(target))).toEqual(await valuesOf(store));
});

test('copyStore copies nothing into a folder with anything in it', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 3));
  const target = temporaryFolder();
  mkdirSync(join(target, 'mine'));

  await expect(copyStore(store, target)).rejects.toThrow('is not empty');

  expect(readdirSync(target)).toEqual(['mine']);
});

test('copyStore copies nothing of a store whose manifest cannot be read', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 3));
  writeFileSync(join(store.folder(EVENTS.name).path, 'manifest.json'), '');
  const target = temporaryFolder();

  await expect(copyStore(store, target)).rejects.toThrow('table "app.events"');

  expect(readdirSync(target)).toEqual([]);
});
