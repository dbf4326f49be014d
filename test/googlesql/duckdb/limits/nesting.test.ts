import { expect, test } from 'vitest';
import { TOO_COMPLEX } from '../../../../src/googlesql/duckdb/limits/text-budget.ts';
import { compile, openDatabase, rowsOf } from '../compile.ts';

const levels = (count: number) => Array.from({ length: count }, (_, i) => i);

test.each<[string, (count: number) => string]>([
  [
    'derived tables',
    (count) =>
      levels(count).reduce<string>(
        (sql) => `SELECT x, COUNT(*) AS n FROM (${sql}) GROUP BY x`,
        'SELECT 1 AS x',
      ),
  ],
  [
    'CTEs',
    (count) =>
      `WITH c0 AS (SELECT 1 AS x), ${levels(count)
        .map((i) => `c${i + 1} AS (SELECT x, COUNT(*) AS n FROM c${i} GROUP BY x)`)
        .join(', ')} SELECT * FROM c${count}`,
  ],
  [
    'subqueries',
    (count) =>
      levels(count).reduce<string>((sql) => `SELECT MAX(x + (${sql})) FROM (SELECT 1 AS x)`, '1'),
  ],
  [
    'pipes',
    (count) =>
      `SELECT 1 AS x ${levels(count)
        .map(() => '|> AGGREGATE COUNT(*) AS n GROUP BY x')
        .join(' ')}`,
  ],
  [
    'windows with partitions',
    (count) =>
      levels(count).reduce<string>(
        (sql) => `SELECT x, SUM(n) OVER (PARTITION BY x) AS n FROM (${sql})`,
        'SELECT 1 AS x, 2 AS n',
      ),
  ],
])(
  'aggregations and windows may be nested 16 levels deep and no deeper in %s',
  async (_, nested) => {
    expect(await rowsOf(await openDatabase(), compile(nested(16)))).toHaveLength(1);
    expect(() => compile(nested(17))).toThrow(TOO_COMPLEX);
  },
);

test('windows without partitions may be nested deeper', async () => {
  const nested = levels(40).reduce<string>(
    (sql) => `SELECT SUM(n) OVER (ORDER BY n) AS n FROM (${sql})`,
    'SELECT 2 AS n',
  );

  expect(await rowsOf(await openDatabase(), compile(nested))).toEqual([[2]]);
});

const equalities = (count: number) =>
  levels(count)
    .map((i) => `a.x = b.x + ${i}`)
    .join(' AND ');

test.each<[string, (count: number) => string]>([
  ['a join', (count) => `SELECT 1 AS n FROM t AS a JOIN t AS b ON ${equalities(count)}`],
  ['a filter', (count) => `SELECT 1 AS n FROM t AS a, t AS b WHERE ${equalities(count)}`],
])('conditions may have 200 equalities of columns and no more in %s', async (_, query) => {
  const whole = (count: number) =>
    `WITH t AS (SELECT 1 AS x), u AS (SELECT a.x FROM t AS a, t AS b WHERE ${equalities(9)}), v AS (${query(count - 9)}) SELECT v.n FROM v, u, u AS w`;

  expect(await rowsOf(await openDatabase(), compile(whole(200)))).toEqual([]);
  expect(() => compile(whole(201))).toThrow(TOO_COMPLEX);
});
