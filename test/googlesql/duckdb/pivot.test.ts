import { expect, test } from 'vitest';
import { outcome } from '../analysis/outcome.ts';
import { compile, openDatabase, rowsOf } from './compile.ts';

const ROWS =
  'SELECT * FROM UNNEST([STRUCT(1 AS x, 100 AS y, 3 AS z), (1, 101, 4), (2, 100, 5), (2, NULL, 6)])';

test.each([
  [
    `SELECT * FROM (${ROWS}) PIVOT (SUM(z) FOR y IN (100, 101)) ORDER BY x`,
    'x:INT64, _100:INT64, _101:INT64',
    [
      [1, 3, 4],
      [2, 5, null],
    ],
  ],
  [
    `SELECT * FROM (${ROWS}) PIVOT (SUM(z) AS s, COUNT(*) AS n FOR y IN (100, 101 AS b, NULL)) AS p ORDER BY p.x`,
    'x:INT64, s_100:INT64, n_100:INT64, s_b:INT64, n_b:INT64, s_NULL:INT64, n_NULL:INT64',
    [
      [1, 3, 1, 4, 1, null, 0],
      [2, 5, 1, null, 0, 6, 1],
    ],
  ],
  // Without other columns there is one row, of no rows as well.
  [
    'SELECT * FROM (SELECT 1 AS a, 2 AS b FROM UNNEST([1]) WHERE FALSE) PIVOT (COUNT(b) FOR a IN (-1, 1))',
    'minus_1:INT64, _1:INT64',
    [[0, 0]],
  ],
  // Columns of one value are told apart by their names.
  [
    `SELECT * FROM (SELECT x AS a, x AS b FROM (${ROWS})) PIVOT (COUNT(*) FOR a IN (1, 2)) ORDER BY b`,
    'b:INT64, _1:INT64, _2:INT64',
    [
      [1, 2, 0],
      [2, 0, 2],
    ],
  ],
  [
    "FROM (SELECT 1 AS a, 'u' AS b) |> PIVOT (MAX(a) AS m FOR b IN ('u', TRUE IS NULL AS never)) AS p |> SELECT p.m_u",
    undefined,
    undefined,
  ],
  [
    "FROM (SELECT 1 AS a, 'u' AS b) |> PIVOT (MAX(a) AS m FOR b IN ('u', 'v')) AS p |> SELECT p.m_u, m_v",
    'm_u:INT64, m_v:INT64',
    [[1, null]],
  ],
  [
    "SELECT * FROM (SELECT 1 AS id, 10 AS q1, 20 AS q2, NULL AS q3) UNPIVOT (sales FOR quarter IN (q1, q2 AS 'second')) ORDER BY sales",
    'id:INT64, q3:INT64, sales:INT64, quarter:STRING',
    [
      [1, null, 10, 'q1'],
      [1, null, 20, 'second'],
    ],
  ],
  [
    'SELECT p.n, a, b FROM (SELECT 1 AS x, CAST(NULL AS INT64) AS y, CAST(NULL AS INT64) AS z, CAST(NULL AS INT64) AS w) AS t UNPIVOT ((a, b) FOR n IN ((t.x, y) 1, (z, w) AS 2)) AS p',
    'n:INT64, a:INT64, b:INT64',
    [[1, 1, null]],
  ],
  [
    'SELECT n, a FROM (SELECT 1 AS x, CAST(NULL AS INT64) AS y) UNPIVOT INCLUDE NULLS (a FOR n IN (x, y)) ORDER BY n',
    'n:STRING, a:INT64',
    [
      ['x', 1],
      ['y', null],
    ],
  ],
  [
    'WITH t AS (SELECT 1 AS y, 2 AS d, 3 AS c) FROM t |> UNPIVOT (n FOR x IN (d, c)) |> RENAME n AS m |> ORDER BY m',
    'y:INT64, m:INT64, x:STRING',
    [
      [1, 2, 'd'],
      [1, 3, 'c'],
    ],
  ],
  [
    'FROM (SELECT 1 AS a, 2 AS b) AS t |> RENAME a AS b, b AS a |> WHERE a = 2 |> LIMIT 1',
    'b:INT64, a:INT64',
    [[1, 2]],
  ],
  [
    'FROM (SELECT 1 AS x) |> WITH more AS (SELECT 2 AS y) |> CROSS JOIN more |> WITH again AS (SELECT y FROM more) |> CROSS JOIN again AS z |> SELECT x, z.y',
    'x:INT64, y:INT64',
    [[1, 2]],
  ],
  // Their names remain names.
  ['SELECT pivot.unpivot FROM (SELECT 1 AS unpivot) AS pivot', 'unpivot:INT64', [[1]]],
])('%s gives its rows', async (sql, columns, rows) => {
  if (rows === undefined) {
    expect(() => compile(sql)).toThrow('PIVOT IN list item must be type STRING');
    return;
  }
  expect(outcome(sql)).toBe(columns);
  const got = await rowsOf(await openDatabase(), compile(sql));
  expect(/ORDER BY/.test(sql) ? got : [...got].sort()).toEqual(rows);
});

test.each([
  [
    `SELECT * FROM (${ROWS}) PIVOT (SUM(z) + 1 FOR y IN (1))`,
    'PIVOT expression must be an aggregate function call',
  ],
  [
    `SELECT * FROM (${ROWS}) PIVOT (GROUPING(z) FOR y IN (1))`,
    'GROUPING must have an argument that exists within the group-by expression list',
  ],
  [
    `SELECT * FROM (${ROWS}) PIVOT (SUM(z) FOR y IN (@p_int AS n))`,
    'Query parameters in the IN clause of PIVOT are not supported',
  ],
  [
    `SELECT * FROM (${ROWS}) PIVOT (SUM(z), COUNT(*) AS c FOR y IN (1))`,
    'must have an alias unless there is exactly one',
  ],
  [
    `SELECT * FROM (${ROWS}) PIVOT (SUM(z) FOR y IN (x))`,
    'IN expression in PIVOT clause must be constant',
  ],
  [`SELECT * FROM (${ROWS}) PIVOT (SUM(z) FOR y IN (1 + 1))`, 'provide an explicit alias'],
  [
    `SELECT * FROM (${ROWS}) PIVOT (SUM(z) FOR y + 0.5 IN (1))`,
    'PIVOT values of type FLOAT64 must specify an alias',
  ],
  [
    `SELECT * FROM (${ROWS}) PIVOT (SUM(z) FOR y IN (1.5))`,
    'PIVOT IN list item must be type INT64 to match the PIVOT FOR expression; found FLOAT64',
  ],
  [`SELECT x FROM (${ROWS}) PIVOT (SUM(z) FOR y IN (1)) AS p WHERE y = 1`, 'Unrecognized name: y'],
  [
    `SELECT * FROM (SELECT JSON '1' AS a, 1 AS b) PIVOT (COUNT(*) FOR b IN (1))`,
    'cannot be used as an implicit grouping column',
  ],
  [
    'SELECT * FROM UNNEST([1]) AS x PIVOT (COUNT(*) FOR x IN (1))',
    'PIVOT is not allowed with array scans',
  ],
  [
    'SELECT * FROM (SELECT AS STRUCT 1 AS x) PIVOT (COUNT(*) FOR x IN (1))',
    'PIVOT of a value table is not supported',
  ],
  [
    "SELECT * FROM (SELECT 1 AS a, 'b' AS b) UNPIVOT (v FOR n IN (a, b))",
    'does not match with other datatypes',
  ],
  ['SELECT * FROM (SELECT 1 AS a) UNPIVOT ((v, w) FOR n IN (a))', 'must match its values'],
  [
    "SELECT * FROM (SELECT 1 AS a, 2 AS b) UNPIVOT (v FOR n IN (a AS 'x', b AS 1))",
    'must be of the same type',
  ],
  [
    'SELECT * FROM (SELECT 1 AS a, 2 AS b) UNPIVOT ((v, w) FOR n IN ((a, b), (b, a)))',
    'Column names in UNPIVOT IN clause cannot be repeated',
  ],
  ['FROM (SELECT 1 AS x) |> RENAME y AS z', 'Column y in SELECT * RENAME list does not exist'],
  [
    'WITH t AS (SELECT 1 AS x) FROM t |> WITH t AS (SELECT 2 AS x)',
    'is not supported for a name that is in use',
  ],
])('%s is refused', (sql, message) => {
  expect(outcome(sql)).toContain(message);
});
