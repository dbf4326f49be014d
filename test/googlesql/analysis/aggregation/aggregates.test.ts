import { expect, test } from 'vitest';
import { compile, openDatabase, rowsOf } from '../../duckdb/compile.ts';
import { outcome } from '../outcome.ts';

const CASES: readonly (readonly [sql: string, outcome: string])[] = [
  [
    'select count(*) as n, count(distinct y) as d, sum(x) as s, avg(x) as a, min(y) as m from hits',
    'n:INT64, d:INT64, s:INT64, a:FLOAT64, m:STRING',
  ],
  ['select count(distinct *) from hits', 'COUNT(*) cannot be used with DISTINCT [at 1:8]'],
  ['select sum(sum(x)) from hits', 'Aggregations of aggregations are not allowed [at 1:8]'],
  [
    'select sum(rank() over (order by id)) from hits',
    'Analytic functions cannot be arguments to aggregate functions [at 1:8]',
  ],
  [
    'select count(distinct j) from events',
    'Aggregate functions with DISTINCT cannot be used with arguments of type JSON [at 1:8]',
  ],
  [
    'select id from hits where count(*) > 1',
    'Aggregate function COUNT(*) not allowed in WHERE clause [at 1:27]',
  ],
  [
    'select 1 as one from events, unnest([sum(id)])',
    'Aggregate function SUM not allowed in UNNEST [at 1:38]',
  ],
  ['select count(*)', 'SELECT without FROM clause cannot use aggregation [at 1:1]'],
  ['select array_agg(y ignore nulls order by x desc limit 3) as l from hits', 'l:ARRAY<STRING>'],
  ['select array_agg(struct(id, y) order by x)[offset(0)].y from hits', 'y:STRING'],
  [
    'select array_agg(distinct y order by x) from hits',
    'An aggregate function that has both DISTINCT and ORDER BY arguments can only ORDER BY expressions that are arguments to the function [at 1:38]',
  ],
  [
    'select sum(x ignore nulls) from hits',
    'IGNORE NULLS and RESPECT NULLS are not allowed for aggregate function sum [at 1:8]',
  ],
  [
    'select max(x having max id) as m, any_value(y having min x) as v from hits',
    'm:INT64, v:STRING',
  ],
  ['select array_agg(hits) as rows from hits', 'Syntax error: Unexpected keyword ROWS [at 1:27]'],
  ['select max((select max(z) from users where users.id = hits.id)) as m from hits', 'm:FLOAT64'],
  ["select string_agg(y, ',' order by y) as l from hits", 'l:STRING'],
  ['select countif(x > 1) as c, logical_or(x > 1) as o from hits', 'c:INT64, o:BOOL'],
];

test.each(CASES)('analyze resolves aggregates: %s', (sql, expected) => {
  expect(outcome(sql)).toBe(expected);
});

async function valuesOf(list: string): Promise<readonly unknown[]> {
  const rows = await rowsOf(
    await openDatabase(),
    compile(`SELECT ${list} FROM UNNEST([1, 2]) AS x`),
  );
  return rows.flat();
}

test.each([
  ['IF(COUNT(*) > 0, 7, SUM(1 / (x - 1)))', [7]],
  ['CASE WHEN COUNT(*) > 0 THEN 7 WHEN SUM(1 / (x - 1)) > 0 THEN 8 ELSE 9 END', [7]],
  ['COALESCE(SUM(x), MAX(1 / (x - 1)))', [3]],
  ['IFERROR(SUM(1 / (x - 1)), -1)', [-1]],
  ['ISERROR(SUM(x / 0))', [true]],
  ['IF(COUNT(*) > 9, APPROX_QUANTILES(1 / (x - 1), 2)[OFFSET(1)], 7)', [7]],
  ['IF(x = 1, 7, SUM(1 / (x - 1)) OVER (PARTITION BY x))', [7, 1]],
])('%s raises no error that no branch asks for', async (expression, values) => {
  expect((await valuesOf(expression)).toSorted()).toEqual(values.toSorted());
});

test.each([
  'IF(COUNT(*) > 9, 7, SUM(1 / (x - 1)))',
  'IFERROR(SUM(1 / (x - 1)), SUM(1 / (x - 1)))',
  'IF(x = 2, 7, SUM(1 / (x - 1)) OVER ())',
])('%s raises the error of the branch that is taken', async (expression) => {
  await expect(valuesOf(expression)).rejects.toThrow('Cannot compute an aggregate');
});

test('An aggregate outside every branch raises its error itself', async () => {
  const failing = valuesOf('IF(SUM(1 / (x - 1)) > 0, 7, 8)');

  await expect(failing).rejects.toThrow('division by zero: 1 / 0');
});
