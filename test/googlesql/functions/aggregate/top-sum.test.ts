import { expect, test } from 'vitest';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';

test.each([
  [
    "x.v, x.w, 2) FROM UNNEST([STRUCT('apple' AS v, 3 AS w), ('pear', 2), ('apple', 0), ('banana', 5), ('pear', 4)])",
    [
      ['pear', 6],
      ['banana', 5],
    ],
  ],
  [
    "x.v, x.w, 2) FROM UNNEST([STRUCT('apple' AS v, NULL AS w), ('pear', 0), ('pear', NULL)])",
    [
      ['pear', 0],
      ['apple', null],
    ],
  ],
  [
    "x.v, x.w, 3) FROM UNNEST([STRUCT('apple' AS v, 1.5 AS w), (NULL, 4), (NULL, 1)])",
    [
      [null, 5],
      ['apple', 1.5],
    ],
  ],
  [
    "x.v, x.w, 3) FROM UNNEST([STRUCT('apple' AS v, BIGNUMERIC '1e-38' AS w), ('pear', NULL), ('banana', BIGNUMERIC '12345678901234567890.5'), ('apple', 2)])",
    [
      ['banana', '12345678901234567890.5'],
      ['apple', '2.00000000000000000000000000000000000001'],
      ['pear', null],
    ],
  ],
])('APPROX_TOP_SUM(%s AS x adds weights', async (call, value) => {
  const sql = `SELECT APPROX_TOP_SUM(${call} AS x`;

  expect(await evaluate(await openDatabase(), sql)).toEqual([expect.any(String), value]);
});

test.each([
  ["APPROX_TOP_SUM('', -x, 1)", 'Weights in APPROX_TOP_SUM must not be negative or NaN'],
  ["APPROX_TOP_SUM('', x, 1)", 'int64 overflow'],
])('%s is an error', async (call, error) => {
  const sql = `SELECT ${call} FROM UNNEST([9223372036854775807, 1]) AS x`;

  expect(await evaluate(await openDatabase(), sql)).toEqual({ error });
});
