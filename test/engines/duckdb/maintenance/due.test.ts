import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mayHaveLeftovers } from '../../../../src/engines/duckdb/maintenance/due.ts';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import { filledStore } from '../../../support/filled-store.ts';
import { PROJECT } from '../../../support/project.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const TABLE = 'postgres.logs';
const TABLES = PROJECT.tables;

test('mayHaveLeftovers finds none in a store that nobody has left in the middle', async () => {
  const store = await filledStore({ [TABLE]: [{ timestamp: '2026-07-01T00:00:00Z' }] });

  expect(mayHaveLeftovers(store, TABLES)).toBe(false);
  expect(mayHaveLeftovers(new ParquetStore(temporaryFolder()), TABLES)).toBe(false);
});

test.each([
  ['the folder of a writer', (folder: string) => mkdirSync(join(folder, '.writing-a'))],
  ['one of the earlier release', (folder: string) => mkdirSync(join(folder, '.import-a'))],
  ['an unfinished lock', (folder: string) => writeFileSync(join(folder, '.lock.a.new'), '')],
  [
    'an unfinished manifest',
    (folder: string) => writeFileSync(join(folder, TABLE, 'manifest.json.new'), ''),
  ],
  [
    'a file that no manifest names',
    (folder: string) => writeFileSync(join(folder, TABLE, 'day=2026-07-01', 'a.parquet'), ''),
  ],
])('mayHaveLeftovers finds %s', async (_, leave) => {
  const store = await filledStore({ [TABLE]: [{ timestamp: '2026-07-01T00:00:00Z' }] });

  leave(store.directory);

  expect(mayHaveLeftovers(store, TABLES)).toBe(true);
});
