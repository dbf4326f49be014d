import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';

const LARGE = '1.7e308';
const INF = "CAST('inf' AS FLOAT64)";
const TINY = '4.9e-324';

const SUMS = [
  [[LARGE, '1.6e308'], 'overflow'],
  [[`-${LARGE}`, '-1.6e308', 'NULL'], 'overflow'],
  [[LARGE, TINY], Number(LARGE)],
  [[TINY, 'NULL'], Number(TINY)],
  [[INF, '1'], 'Infinity'],
  [[`-${INF}`, `-${LARGE}`, `-${LARGE}`], '-Infinity'],
  [[INF, LARGE, LARGE], 'Infinity'],
  [[INF, `-${INF}`], 'NaN'],
  [[INF, "CAST('nan' AS FLOAT64)"], 'NaN'],
] as const;

/** Ways to add the numbers of an array, each of which is printed in its own way. */
const WAYS = [
  ['rows', (xs: string) => `SELECT SUM(x) FROM UNNEST(${xs}) AS x`],
  [
    'distinct rows',
    (xs: string) => `SELECT SUM(DISTINCT x) FROM UNNEST(${xs}) AS x, UNNEST([1, 2]) AS i`,
  ],
  [
    'a window',
    (xs: string) => `SELECT MAX(s) FROM (SELECT SUM(x) OVER () AS s FROM UNNEST(${xs}) AS x)`,
  ],
  [
    'an array of a row',
    (xs: string) => `SELECT (SELECT SUM(x) FROM UNNEST(t.xs) AS x) FROM (SELECT ${xs} AS xs) AS t`,
  ],
] as const;

describe.each(WAYS)('SUM(FLOAT64) of %s is infinite only where a number is', (_, way) => {
  test.each(SUMS)('%s: %s', async (numbers, sum) => {
    const outcome = await evaluate(await openDatabase(), way(`[${numbers.join(', ')}]`));

    expect(outcome).toEqual(sum === 'overflow' ? { error: 'double overflow' } : ['FLOAT64', sum]);
  });
});
