import { expect, test } from 'vitest';
import { FileFacts } from '../../../../src/engines/duckdb/tables/file-facts.ts';

const file = (path: string, fingerprint = '1') => {
  return { path, fingerprint, bytes: 1, oldest: undefined, newest: undefined };
};

/** Descriptions of CSV files by their paths, and the paths that were described. */
function descriptions() {
  const described: string[] = [];
  const files = new FileFacts(async (missing) => {
    const paths = missing.map(({ path }) => path);
    described.push(...paths);
    if (paths.includes('/damaged.csv')) throw new Error('it is damaged');
    return paths.map(() => ({ format: 'csv', names: ['a'] }));
  });
  return { described, files };
}

test('a file is described once for each content, by several calls at once too', async () => {
  const { described, files } = descriptions();
  await Promise.all([files.add([file('/a.csv')]), files.add([file('/a.csv'), file('/b.csv')])]);
  await files.add([file('/a.csv')]);
  expect(described).toEqual(['/a.csv', '/b.csv']);

  await files.add([file('/a.csv', '2')]);
  expect(described).toEqual(['/a.csv', '/b.csv', '/a.csv']);
});

test('a file that cannot be described fails its own call, and no other', async () => {
  const { files } = descriptions();
  const ends = await Promise.allSettled([
    files.add([file('/damaged.csv')]),
    files.add([file('/b.csv')]),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(files.of(file('/b.csv'))).toEqual({ format: 'csv', names: ['a'] });
});
