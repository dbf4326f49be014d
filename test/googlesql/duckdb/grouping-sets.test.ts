import { expect, test } from 'vitest';
import { outcome } from '../analysis/outcome.ts';
import { compile, openDatabase, rowsOf } from './compile.ts';

const ROWS = 'UNNEST([STRUCT(1 AS a, 2 AS b), (1, 3), (2, 2)])';

test.each([
  [
    `SELECT a, b, COUNT(*) FROM ${ROWS} GROUP BY GROUPING SETS ((a), (b), ()) ORDER BY a, b`,
    [
      [null, null, 3],
      [null, 2, 2],
      [null, 3, 1],
      [1, null, 2],
      [2, null, 1],
    ],
  ],
  [
    `SELECT a + 1 AS x, GROUPING(a + 1), SUM(b) FROM ${ROWS} GROUP BY ROLLUP (x) ORDER BY GROUPING(a + 1), x`,
    [
      [2, 0, 5],
      [3, 0, 2],
      [null, 1, 7],
    ],
  ],
  [
    `SELECT a, b, GROUPING(a), GROUPING(b) FROM ${ROWS} GROUP BY CUBE (a, b) HAVING GROUPING(a) = 1 ORDER BY b`,
    [
      [null, null, 1, 1],
      [null, 2, 1, 0],
      [null, 3, 1, 0],
    ],
  ],
  // A set of several is taken or left as a whole.
  [
    `SELECT a, b, COUNT(*) FROM ${ROWS} GROUP BY ROLLUP ((a, b)) ORDER BY a, b`,
    [
      [null, null, 3],
      [1, 2, 1],
      [1, 3, 1],
      [2, 2, 1],
    ],
  ],
  [
    `SELECT COUNT(*) FROM ${ROWS} GROUP BY GROUPING SETS (ROLLUP (a), CUBE (a), ()) ORDER BY 1`,
    [[1], [1], [2], [2], [3], [3], [3]],
  ],
  // A key twice is a set twice.
  [`SELECT a FROM ${ROWS} GROUP BY ROLLUP (a, a) ORDER BY a`, [[null], [1], [1], [2], [2]]],
  [`SELECT COUNT(*) FROM ${ROWS} WHERE a > 5 GROUP BY ()`, [[0]]],
  [`SELECT COUNT(*) FROM ${ROWS} WHERE a > 5 GROUP BY CUBE (a)`, []],
  [`SELECT GROUPING(a) FROM ${ROWS} GROUP BY a`, [[0], [0]]],
])('%s gives its rows', async (sql, rows) => {
  expect(await rowsOf(await openDatabase(), compile(sql))).toEqual(rows);
});

test.each([
  [
    'SELECT COUNT(*) FROM UNNEST([1]) GROUP BY GROUPING SETS ((), ())',
    'GROUPING SETS of no keys is supported for one set alone',
  ],
  [
    'SELECT GROUPING(b) FROM UNNEST([STRUCT(1 AS a, 2 AS b)]) GROUP BY a',
    'GROUPING must have an argument that exists within the group-by expression list',
  ],
  [
    'SELECT GROUPING(a) OVER () FROM UNNEST([1]) AS a GROUP BY a',
    'Aggregate function GROUPING does not support an OVER clause',
  ],
  [
    'SELECT 1 FROM UNNEST([STRUCT(1 AS a, 2 AS b, 3 AS c, 4 AS d, 5 AS e, 6 AS f, 7 AS g, 8 AS h)]) GROUP BY CUBE (a, b, c, d, e, f, g, h)',
    'More than 128 grouping sets are not supported',
  ],
])('%s is refused', (sql, message) => {
  expect(outcome(sql)).toContain(message);
});
