import { expect, test } from 'vitest';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';

const database = await openDatabase();

// The reference has no CONTAINS_SUBSTR: these are the examples and the rules of BigQuery's documentation.
test.each([
  ["CONTAINS_SUBSTR('the blue house', CONCAT('Blue ', 'house'))", true],
  ["CONTAINS_SUBSTR('the red house', 'blue')", false],
  ["CONTAINS_SUBSTR((23, 35, 41), '35')", true],
  ["CONTAINS_SUBSTR(('abc', ['def', 'ghi', 'jkl'], 'mno'), 'jk')", true],
  ["CONTAINS_SUBSTR((23, NULL, 41), '41')", true],
  ["CONTAINS_SUBSTR((23, NULL, 41), '35')", null],
  ["CONTAINS_SUBSTR(CAST(NULL AS STRUCT<a INT64>), 'x')", null],
  ["CONTAINS_SUBSTR([STRUCT(DATE '2020-01-05', [TIME '10:00:00'], TRUE)], 'RU')", true],
  ["CONTAINS_SUBSTR([STRUCT(DATE '2020-01-05', [TIME '10:00:00', NULL])], 'x')", null],
  ["CONTAINS_SUBSTR(CAST([] AS ARRAY<INT64>), 'x')", false],
  ["CONTAINS_SUBSTR((TIMESTAMP '2020-01-01 00:00:00+00', NUMERIC '1.50'), '00+00')", true],
  [
    "(SELECT CONTAINS_SUBSTR(r, 'TOAST') FROM (SELECT 'Avocado toast' AS b, 'soup' AS l) AS r)",
    true,
  ],
  [
    "(SELECT CONTAINS_SUBSTR((SELECT AS STRUCT r.* EXCEPT (l)), 'soup') FROM (SELECT 'toast' AS b, 'soup' AS l) AS r)",
    false,
  ],
])('%s is %s', async (call, value) => {
  expect(await evaluate(database, `SELECT ${call}`)).toEqual(['BOOL', value]);
});

test.each([
  ["CONTAINS_SUBSTR('hello', NULL)", 'Argument 2 to CONTAINS_SUBSTR must be non-NULL'],
  ["CONTAINS_SUBSTR((1, [1.5]), '5')", 'CONTAINS_SUBSTR of FLOAT64 is not supported'],
  ["CONTAINS_SUBSTR((1, JSON '{}'), '5')", 'CONTAINS_SUBSTR of JSON is not supported'],
])('%s is refused', async (call, error) => {
  expect(await evaluate(database, `SELECT ${call}`)).toEqual({ error });
});
