import { expect, test } from 'vitest';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';

// The installed reference refuses arrays and subqueries of patterns; BigQuery folds them as OR and AND.
test.each([
  ["'a' LIKE ANY UNNEST(['b', 'a%'])", true],
  ["'a' LIKE ANY UNNEST(['b', NULL])", null],
  ["'a' LIKE ALL UNNEST(['b', NULL])", false],
  ["'a' LIKE ALL UNNEST(['a', NULL])", null],
  ["'a' LIKE ANY UNNEST(CAST(NULL AS ARRAY<STRING>))", false],
  ["'a' LIKE ALL UNNEST(ARRAY<STRING>[])", true],
  ['CAST(NULL AS STRING) LIKE ALL UNNEST(ARRAY<STRING>[])', true],
  ["CAST(NULL AS STRING) LIKE ANY UNNEST(['a'])", null],
  ["'a' NOT LIKE ANY UNNEST(['a', 'b'])", true],
  ["'a' NOT LIKE ALL UNNEST(['a', 'b'])", false],
  ["'a' LIKE ANY (SELECT CONCAT(x, '%') FROM UNNEST(['a', 'b']) AS x)", true],
  ["'a' LIKE ALL ((SELECT 'a'))", true],
  ["b'a\\xff' LIKE ANY UNNEST([b'_\\xff'])", true],
  ["b'a' NOT LIKE ALL (b'b', b'c')", true],
])('%s is %s', async (expression, value) => {
  expect(await evaluate(await openDatabase(), `SELECT ${expression}`)).toEqual(['BOOL', value]);
});

test('patterns of a subquery may depend on the row', async () => {
  const sql =
    "SELECT COUNTIF(x LIKE ANY (SELECT CONCAT(y, '%') FROM UNNEST(['a', x]) AS y)) FROM UNNEST(['ab', 'c']) AS x";

  expect(await evaluate(await openDatabase(), sql)).toEqual(['INT64', 2]);
});
