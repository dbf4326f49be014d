import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkTable } from '../../../../src/engines/duckdb/admin/check-files.ts';
import { copyStore } from '../../../../src/engines/duckdb/admin/copy-store.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { EVENTS, eventRows, importInto } from '../../../support/store/event-rows.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { startWorker } from '../../../support/store/store-worker.ts';
import { valuesOf } from '../../../support/store/values-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('copyStore makes a whole copy while another process commits', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 6));
  const worker = await startWorker(store.directory, 'import', '100');
  onTestFinished(() => worker.kill());
  const writer = await openWriter(store);
  const target = join(temporaryFolder(), 'copy');

  const [report] = await Promise.all([copyStore(writer, target), worker.begin()]);

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
  expect(readdirSync(writer.folder)).not.toContain('copy');
});

test('copyStore copies nothing into a folder with anything in it', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 3));
  const target = temporaryFolder();
  mkdirSync(join(target, 'mine'));

  await expect(copyStore(await openWriter(store), target)).rejects.toThrow('is not empty');

  expect(readdirSync(target)).toEqual(['mine']);
});

test('copyStore copies nothing of a store whose manifest cannot be read', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 3));
  writeFileSync(join(store.folder(EVENTS.name).path, 'manifest.json'), '');
  const target = temporaryFolder();

  await expect(copyStore(await openWriter(store), target)).rejects.toThrow('table "app.events"');

  expect(readdirSync(target)).toEqual([]);
});
