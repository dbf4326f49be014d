import { expect, test } from 'vitest';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import { compile, openDatabase, rowsOf } from '../compile.ts';

const FROM = `FROM (SELECT 2 AS i, NUMERIC '0.5' AS n, 0.25 AS f, '1e300' AS t
  UNION ALL SELECT NULL, NULL, NULL, NULL)`;

const CHECK = /gsql_sum_float64|gsql_avg_float64/;

test.each([
  ['SUM(CAST(i AS FLOAT64))', 2],
  ['AVG(CAST(n AS FLOAT64))', 0.5],
  ['SUM(i * 0.19)', 0.38],
  ['SUM(IF(i > 1, CAST(n AS FLOAT64) * i, 0))', 1],
  ['SUM(CASE WHEN i > 1 THEN -(i + 0.5) WHEN i > 0 THEN 1e200 END)', -2.5],
  ['SUM(n / 3 + i / 1e-20)', 2e20],
  ['SUM(i / 4), SUM(IF(i > 1, i / 4, 0))', 0.5],
  ['SUM(1e200 / CAST(n AS FLOAT64)) OVER ()', 2e200],
])('a sum of numbers of other types needs no check: %s', async (sums, first) => {
  const compiled = compile(`SELECT ${sums} ${FROM}`);
  const [row] = await rowsOf(await openDatabase(), compiled);

  expect(compiled.sql).not.toMatch(CHECK);
  expect(row?.[0]).toBeCloseTo(first, 10);
});

test.each([
  'SUM(f)',
  'AVG(f + i)',
  'SUM(i * @p)',
  'SUM(CAST(t AS FLOAT64))',
  'SUM(i / f)',
  'SUM(i * 1e280)',
  'SUM(IF(i > 1, f, 0))',
  'SUM(CASE WHEN i > 1 THEN 1 WHEN i > 0 THEN f ELSE 0 END)',
  "SUM(IF(i > 1, CAST('inf' AS FLOAT64), 0))",
  'SUM(EXP(i))',
  'SUM(i / 1e-300)',
])('a sum of other numbers needs one: %s', (sum) => {
  const parameters = { p: SCALARS.FLOAT64 };

  expect(compile(`SELECT ${sum} ${FROM}`, { parameters }).sql).toMatch(CHECK);
});

test('columns of queries below are looked through, but not those that a recursive query gives itself', () => {
  const plain = `WITH a AS (SELECT i * 0.5 AS h ${FROM}) SELECT SUM(h + h) FROM a`;
  const recursive = `WITH RECURSIVE a AS (SELECT 2e0 AS h UNION ALL SELECT h * h FROM a WHERE h < 1e300) SELECT SUM(h) FROM a`;

  expect(compile(plain).sql).not.toMatch(CHECK);
  expect(compile(recursive).sql).toMatch(CHECK);
});
