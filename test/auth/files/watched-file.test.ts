import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WatchedFile } from '../../../src/auth/files/watched-file.ts';
import { configMap } from '../../support/config-map.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Watches a file, of which texts that begin with "bad" are refused. */
function watch(file: string) {
  const loaded: (string | undefined)[] = [];
  const errors: string[] = [];
  const watched = new WatchedFile({
    file,
    load: (text) => {
      if (text?.startsWith('bad')) throw new Error(text);
      loaded.push(text);
    },
    onError: ({ message }) => errors.push(message),
    pollMs: 2,
  });
  onTestFinished(() => watched.close());
  return { watched, loaded, errors };
}

/** How the file of a folder is changed. */
const WAYS: readonly (readonly [
  how: string,
  open: (folder: string) => { readonly file: string; swap(text: string): void },
])[] = [
  [
    'written in place',
    (folder) => {
      const file = join(folder, 'config.json');
      return { file, swap: (text) => writeFileSync(file, text) };
    },
  ],
  [
    'replaced by another that is renamed',
    (folder) => {
      const file = join(folder, 'config.json');
      const swap = (text: string) => {
        writeFileSync(`${file}.new`, text);
        renameSync(`${file}.new`, file);
      };
      return { file, swap };
    },
  ],
  ['in a volume of a ConfigMap', configMap],
];

test.each(WAYS)('WatchedFile sees a file that is %s', async (_, open) => {
  const { file, swap } = open(temporaryFolder());
  swap('one');
  const { watched, loaded, errors } = watch(file);
  expect(loaded).toEqual(['one']);

  swap('two');
  await expect.poll(() => loaded.at(-1)).toBe('two');
  swap('bad');
  await expect.poll(() => errors.at(-1)).toBe('bad');
  expect(watched.state.isInForce).toBe(false);
  swap('three');
  await expect.poll(() => loaded.at(-1)).toBe('three');
  expect(watched.state.isInForce).toBe(true);
});

test('WatchedFile reports each bad state once, also one that follows another', async () => {
  const file = join(temporaryFolder(), 'config.json');
  writeFileSync(file, 'one');
  const { watched, errors, loaded } = watch(file);
  const { loadedAt } = watched.state;

  for (const text of ['bad 1', 'bad 2', 'bad 1']) {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    const before = errors.length;
    await expect.poll(() => errors.length).toBe(before + 1);
  }
  rmSync(file);
  await expect.poll(() => loaded).toEqual(['one', undefined]);

  expect(errors).toEqual(['bad 1', 'bad 2', 'bad 1']);
  expect(watched.state.loadedAt).toBeGreaterThanOrEqual(loadedAt);
});

test('WatchedFile reports once that the file cannot be read, and when it can it is loaded', async () => {
  const file = join(temporaryFolder(), 'config.json');
  writeFileSync(file, 'one');
  const { watched, errors, loaded } = watch(file);

  rmSync(file);
  mkdirSync(file);
  await expect.poll(() => errors.at(-1)).toContain('EISDIR');
  expect(watched.state.isInForce).toBe(false);
  rmSync(file, { recursive: true });
  writeFileSync(file, 'one');
  await expect.poll(() => watched.state.isInForce).toBe(true);

  expect(loaded.at(-1)).toBe('one');
  expect(errors).toHaveLength(1);
});
