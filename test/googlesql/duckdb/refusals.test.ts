import { expect, test } from 'vitest';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { compile } from './compile.ts';

test.each([
  [
    'IFERROR of a subquery that may raise an error in a join, a window or a CTE, or by an aggregate other than SUM and AVG, is not supported',
    'WITH t AS (SELECT 0 AS x UNION ALL SELECT 1) SELECT IFERROR((SELECT MAX(a.x) FROM t AS a JOIN t AS b ON 1 / a.x = b.x), 1) AS y',
  ],
  [
    'HAVING MAX and HAVING MIN are not supported with grouping sets',
    'SELECT a, SUM(a HAVING MAX a) AS s FROM UNNEST([1]) AS a GROUP BY ROLLUP(a)',
  ],
])('printDuckDb refuses what DuckDB cannot compute: %s', (message, sql) => {
  expect(() => compile(sql)).toThrow(new SqlError(message));
});
