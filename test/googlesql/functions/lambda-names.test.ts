import { expect, test } from 'vitest';
import { parseTable } from '#googlesql';
import { compile, openDatabase, rowsOf } from '../duckdb/compile.ts';

const FIELDS = ['e', 't'].map((name) => ({ name, type: 'INT64' }));
const SOURCES = { tables: { p: { table: parseTable('p', FIELDS), from: 'lambda_names' } } };

test.each([
  ['SELECT COUNT(IFERROR(t, e)) AS n FROM p', [[2]]],
  ['SELECT IFERROR(1 / (t - 1), e) AS n FROM p ORDER BY n', [[0.5], [7]]],
  [
    'SELECT s.value, s.sum FROM (SELECT APPROX_TOP_SUM(t, e, 2) AS l FROM p) AS q, q.l AS s ORDER BY 1',
    [
      [1, 7],
      [3, 8],
    ],
  ],
])('%s is not disturbed by columns that are named as variables of lambdas', async (sql, rows) => {
  const database = await openDatabase();
  await database.run('CREATE OR REPLACE TEMP TABLE lambda_names (e BIGINT, t BIGINT)');
  await database.run('INSERT INTO lambda_names VALUES (7, 1), (8, 3)');

  expect(await rowsOf(database, compile(sql, SOURCES))).toEqual(rows);
});
