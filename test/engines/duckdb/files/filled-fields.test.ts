import { afterAll, expect, test } from 'vitest';
import { DataFiles } from './data-files.ts';

const files = new DataFiles();

afterAll(() => files.close());

test.each([
  ['SELECT 1 AS a, NULL::INTEGER AS b', ['a']],
  ["SELECT {'x': 1, 'y': NULL::INTEGER} AS r", ['r', 'r.x']],
  ["SELECT unnest([{'x': 1}, NULL]) AS r", []],
  ["SELECT {'s': {'x': 1}, 'y': NULL::INTEGER} AS r", ['r', 'r.s', 'r.s.x']],
  ["SELECT [{'x': 1, 'y': NULL::INTEGER}] AS l, 1 AS a", ['l.x', 'a']],
  ["SELECT unnest([[{'x': 1}, {'x': NULL}], [{'x': 2}]]) AS l", []],
  ["SELECT {'l': [1], 'm': map {'k': [{'z': 1}]}} AS r", ['r.m.key', 'r.m.value.z']],
  ['SELECT 1 AS a WHERE false', []],
])('filledFields says what is never NULL by the statistics: %s', async (select, filled) => {
  const path = await files.fresh().writeParquet('a.parquet', select);

  expect(await files.filled(path)).toEqual([filled]);
});

test('filledFields answers in the order of the files, of all row groups of each', async () => {
  files.fresh();
  const rows = 'SELECT CASE WHEN i < 200000 THEN i END AS a, i AS b FROM range(200001) AS r(i)';
  const paths = [
    await files.writeParquet('b.parquet', rows),
    await files.writeParquet('a.parquet', 'SELECT 1 AS a, NULL AS b'),
  ];

  expect(await files.filled(...paths)).toEqual([['b'], ['a']]);
});
