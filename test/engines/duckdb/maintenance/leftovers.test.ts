import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteLeftovers } from '../../../../src/engines/duckdb/maintenance/leftovers.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { WRITING } from '../../../../src/engines/duckdb/store/temporary-names.ts';
import { EVENTS, eventRows, importInto } from '../../../support/store/event-rows.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { startWorker } from '../../../support/store/store-worker.ts';
import { valuesOf } from '../../../support/store/values-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const TABLES = new Map([[EVENTS.name, EVENTS]]);

test('deleteLeftovers deletes what dead writers left, and nothing of one that lives', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 3));
  const writingOf = () => readdirSync(store.directory).filter((name) => name.startsWith(WRITING));
  const alive = await startWorker(store.directory, 'lock');
  onTestFinished(() => alive.kill());
  const [living = ''] = writingOf();
  const dead = await startWorker(store.directory, 'lock');
  await dead.kill();
  mkdirSync(join(store.directory, `${WRITING}without-a-lock`));
  const writer = await openWriter(store);
  expect(writingOf()).toHaveLength(4);
  const { path: folder } = store.folder(EVENTS.name);
  const [day = ''] = store.folder(EVENTS.name).days();
  const named = readdirSync(join(folder, day));
  writeFileSync(join(folder, day, '6f8d3f60-0000-4000-8000-000000000000.parquet'), 'PAR1');
  writeFileSync(join(folder, 'manifest.json.new'), '{"for');
  writeFileSync(join(store.directory, '.lock.6f8d3f60.new'), 'DUCK');

  await deleteLeftovers(writer, TABLES);

  expect(writingOf().sort()).toEqual([living, writer.folder.slice(-living.length)].sort());
  expect(readdirSync(join(folder, day))).toEqual(named);
  expect(readdirSync(folder)).not.toContain('manifest.json.new');
  expect(readdirSync(store.directory).filter((name) => name.startsWith('.lock'))).toEqual([
    '.lock',
  ]);
  expect(await valuesOf(store)).toEqual(['0', '1', '2']);
});

test('deleteLeftovers deletes an import folder of the earlier release after a day', async () => {
  const store = new ParquetStore(temporaryFolder());
  for (const name of ['.import-old', '.import-new']) mkdirSync(join(store.directory, name));
  const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400;
  utimesSync(join(store.directory, '.import-old'), twoDaysAgo, twoDaysAgo);

  await deleteLeftovers(await openWriter(store), TABLES);

  expect(readdirSync(store.directory)).not.toContain('.import-old');
  expect(readdirSync(store.directory)).toContain('.import-new');
});

test('deleteLeftovers deletes no file of a table whose manifest cannot be read', async () => {
  const store = new ParquetStore(temporaryFolder());
  await importInto(store, eventRows(0, 3));
  const { path: folder } = store.folder(EVENTS.name);
  const files = () => readdirSync(folder, { recursive: true }).sort();
  writeFileSync(join(folder, 'manifest.json'), '');
  const before = files();

  await deleteLeftovers(await openWriter(store), TABLES);

  expect(files()).toEqual(before);
});
