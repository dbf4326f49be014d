import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ParquetStore } from '../../../../src/engines/duckdb/store/parquet-store.ts';
import {
  STORE_LOCK,
  tryLock,
  withStoreLock,
} from '../../../../src/engines/duckdb/writer/store-lock.ts';
import { openWriter } from '../../../support/store/open-writer.ts';
import { startWorker } from '../../../support/store/store-worker.ts';
import { readingConnection } from '../../../support/store/values-of.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('withStoreLock waits for another process, and takes over as soon as that was killed', async () => {
  const directory = temporaryFolder();
  const path = join(directory, STORE_LOCK);
  const connection = await readingConnection();
  const worker = await startWorker(directory, 'lock');
  onTestFinished(() => worker.kill());
  expect(await worker.begin()).toBe('locked');

  expect(await tryLock(connection, path)).toBeUndefined();
  let isKilled = false;
  const waiting = withStoreLock(connection, path, async () => isKilled);
  // Meanwhile the other one tries in vain.
  expect(await tryLock(connection, path)).toBeUndefined();
  isKilled = true;
  await worker.kill();

  expect(await waiting).toBe(true);
});

test('withStoreLock lets users in one process in one after the other, also after one has failed', async () => {
  const directory = temporaryFolder();
  const writers = await Promise.all(
    Array.from({ length: 2 }, () => openWriter(new ParquetStore(directory))),
  );
  const seen: string[] = [];
  const use = (name: string, error?: Error) => async () => {
    seen.push(`${name} begins`);
    await new Promise(setImmediate);
    seen.push(`${name} ends`);
    if (error) throw error;
  };

  const ends = await Promise.allSettled([
    writers[0]?.locked(use('a', new Error('no luck'))),
    writers[1]?.locked(use('b')),
    writers[0]?.locked(use('c')),
  ]);

  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  // Who comes first depends on whose connection opens first.
  const pairs = [0, 2, 4].map((i) => seen.slice(i, i + 2).join(', '));
  expect(pairs.toSorted()).toEqual(['a begins, a ends', 'b begins, b ends', 'c begins, c ends']);
});

test('tryLock makes a lock file that is whole, and none of its own beside it', async () => {
  const path = join(temporaryFolder(), STORE_LOCK);
  const connection = await readingConnection();

  const release = await tryLock(connection, path);
  expect(await tryLock(connection, path)).toBeUndefined();
  await release?.();
  const again = await tryLock(connection, path);

  expect([existsSync(path), again !== undefined]).toEqual([true, true]);
  await again?.();
});
