import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  checkDataFolder,
  dataFolderError,
} from '../../../../src/engines/duckdb/tables/data-folder.ts';
import { canMount, mounted } from '../../../support/mounted.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('checkDataFolder makes the folder, for this user alone, and leaves nothing in it', async () => {
  const folder = join(temporaryFolder(), 'a', 'b');

  await checkDataFolder(folder);

  expect(readdirSync(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('checkDataFolder names a folder that is a file, and one below a file', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');

  for (const path of [file, join(file, 'below')]) {
    await expect(checkDataFolder(path)).rejects.toThrow(
      `Cannot write into the data folder "${path}": it is not a folder`,
    );
  }
});

test.runIf(process.platform === 'linux')(
  'checkDataFolder names a folder that cannot be made',
  async () => {
    await expect(checkDataFolder('/proc/nowhere')).rejects.toThrow(
      'Cannot write into the data folder "/proc/nowhere": it cannot be made',
    );
  },
);

test.runIf(canMount)('checkDataFolder says that a disk is full', async () => {
  const folder = mounted('size=16k');
  writeFileSync(join(folder, 'full'), Buffer.alloc(12_288));

  await expect(checkDataFolder(folder)).rejects.toThrow(/": its disk is full$/);
});

test.runIf(canMount)('checkDataFolder says that a disk is read-only', async () => {
  const folder = mounted('ro');

  await expect(checkDataFolder(folder)).rejects.toThrow(/": its file system is read-only$/);
  await expect(checkDataFolder(join(folder, 'a'))).rejects.toThrow(/its file system is read-only$/);
});

test.runIf(canMount)('a folder that takes no files is enough for who writes nothing', async () => {
  const folder = mounted('ro');
  const told: unknown[] = [];

  await checkDataFolder(folder, (error) => told.push(error));

  expect(told.map(String)).toEqual([expect.stringMatching(/its file system is read-only$/)]);
  await expect(checkDataFolder(join(folder, 'a'), () => {})).rejects.toThrow('Cannot write into');
});

test('dataFolderError reads the errors of the engine and leaves others alone', () => {
  const engineError = new Error('IO Error: Could not write file "/d/x": No space left on device');
  const other = new Error('Out of Range');

  expect(dataFolderError('/d', engineError)).toEqual(
    new Error('Cannot write into the data folder "/d": its disk is full', { cause: engineError }),
  );
  expect(dataFolderError('/d', other)).toBe(other);
});
