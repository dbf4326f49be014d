import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const IMPORTED = 'import-84113b81-a990-49e7-b7c7-240ff3de2c61.parquet';
const HOUR = 3_600_000_000;
const JULY_2 = Date.UTC(2026, 6, 2) * 1_000;

function storeWith(files: readonly string[]): ParquetStore {
  const directory = temporaryFolder();
  for (const file of files) {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), '');
  }
  return new ParquetStore(directory);
}

const relative = (store: ParquetStore, paths: readonly string[]) =>
  paths.map((path) => path.slice(store.directory.length + 1));

test('ParquetStore lists no files for a table that does not exist', () => {
  const store = storeWith([]);

  expect(store.files('postgres.logs')).toEqual([]);
});

test('ParquetStore lists the files of the days within the bounds only', () => {
  const files = ['2026-07-01', '2026-07-02', '2026-07-03'].map((day) => `t/day=${day}/${IMPORTED}`);
  const store = storeWith([...files, 't/day=x/a.parquet', 't/keys.json', 'u/keys.json']);

  expect(relative(store, store.files('t'))).toEqual([...files].reverse());
  expect(relative(store, store.files('t', { lower: JULY_2, upper: JULY_2 + HOUR }))).toEqual([
    files[1],
  ]);
});

test('ParquetStore shows a file as soon as it is published, and not before', () => {
  const store = storeWith([]);
  const temporary = store.temporaryPath('t', '2026-07-02', IMPORTED);
  writeFileSync(temporary, '');
  expect(store.files('t')).toEqual([]);

  store.publish(temporary, 't', '2026-07-02', IMPORTED);

  expect(store.files('t')).toEqual([store.path('t', '2026-07-02', IMPORTED)]);
});

test('ParquetStore sweeps temporary files and staging folders that are a day old', () => {
  const store = storeWith([`t/day=2026-07-02/${IMPORTED}`]);
  const old = store.temporaryPath('t', '2026-07-02', IMPORTED);
  const young = store.temporaryPath('t', '2026-07-02', IMPORTED);
  const staging = store.makeStagingFolder();
  writeFileSync(old, '');
  writeFileSync(young, '');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const path of [old, staging]) utimesSync(path, yesterday, yesterday);

  store.sweep(Date.now());

  expect(readdirSync(store.directory)).toEqual(['t']);
  expect(store.names('t', '2026-07-02')).toHaveLength(2);
  expect(store.names('t', '2026-07-02')).toContain(IMPORTED);
});
