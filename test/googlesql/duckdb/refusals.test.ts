import { expect, test } from 'vitest';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { compile } from './compile.ts';

test.each([
  [
    'FULL JOIN in a correlated subquery is not supported',
    `SELECT (SELECT COUNT(*) FROM (SELECT y FROM UNNEST([1]) AS y WHERE y > x) AS a
       FULL JOIN UNNEST([2]) AS b ON a.y = b) AS n FROM UNNEST([1]) AS x`,
  ],
  [
    'FULL JOIN with a subquery in ON is not supported',
    `SELECT a, b FROM UNNEST([1]) AS a FULL JOIN UNNEST([2]) AS b
       ON a = b AND a IN (SELECT 1 UNION ALL SELECT 2)`,
  ],
  [
    'HAVING MAX and HAVING MIN are not supported with ROLLUP',
    'SELECT a, SUM(a HAVING MAX a) AS s FROM UNNEST([1]) AS a GROUP BY ROLLUP(a)',
  ],
])('printDuckDb refuses what DuckDB cannot compute: %s', (message, sql) => {
  expect(() => compile(sql)).toThrow(new SqlError(message));
});
