import { expect, test } from 'vitest';
import { SqlError } from '../../../../../src/googlesql/sql-error.ts';
import { parseQuery } from '../../../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../../../src/googlesql/syntax/printer/print.ts';
import { equalTrees } from '../../../../../src/googlesql/syntax/tree/equal-trees.ts';

test.each([
  ['FROM t', 'SELECT * FROM t'],
  [
    'FROM t AS x |> WHERE a > 1 OR b |> WHERE x.c |> EXTEND 1 AS y |> WHERE y = 1',
    'SELECT * FROM (SELECT *, 1 AS y FROM t AS x WHERE (a > 1 OR b) AND x.c) AS x WHERE y = 1',
  ],
  [
    'FROM t, UNNEST(t.m) AS m |> WHERE m.x = 1 |> CROSS JOIN UNNEST(m.r) AS r |> AGGREGATE COUNT(*) AS n GROUP BY r.id AS i, m.k |> ORDER BY n DESC',
    'SELECT * FROM (SELECT r.id AS i, m.k, COUNT(*) AS n FROM t JOIN UNNEST(t.m) AS m ON m.x = 1 CROSS JOIN UNNEST(m.r) AS r GROUP BY 1, 2) ORDER BY n DESC',
  ],
  [
    'FROM t |> WHERE a |> LEFT JOIN v ON v.k = t.k',
    'SELECT * FROM (SELECT * FROM t WHERE a) AS t LEFT JOIN v ON v.k = t.k',
  ],
  [
    'FROM t LEFT JOIN u USING (k) |> WHERE a |> CROSS JOIN v',
    'SELECT * FROM (SELECT * FROM t LEFT JOIN u USING (k) WHERE a) CROSS JOIN v',
  ],
  [
    'WITH w AS (FROM t |> SELECT a) FROM w |> AGGREGATE SUM(a), MAX(a) AS m',
    'WITH w AS (SELECT a FROM t) SELECT SUM(a), MAX(a) AS m FROM w HAVING TRUE',
  ],
  ['SELECT a FROM t ORDER BY a |> LIMIT 3 OFFSET 1', 'SELECT a FROM t ORDER BY a LIMIT 3 OFFSET 1'],
  ['SELECT a FROM t LIMIT 3 |> LIMIT 1', 'SELECT * FROM (SELECT a FROM t LIMIT 3) LIMIT 1'],
  ['FROM t |> LIMIT ALL OFFSET (@p)', 'SELECT * FROM t LIMIT 9223372036854775807 OFFSET @p'],
  ['SELECT a FROM t LIMIT (2) |> LIMIT ALL', 'SELECT * FROM (SELECT a FROM t LIMIT 2)'],
  [
    'SELECT 1 UNION ALL SELECT 2 |> WHERE TRUE',
    'SELECT * FROM (SELECT 1 UNION ALL SELECT 2) WHERE TRUE',
  ],
  [
    '(SELECT 1 AS a) |> UNION ALL (SELECT 2), (FROM t) |> ORDER BY a |> LIMIT 2',
    'SELECT * FROM ((SELECT 1 AS a) UNION ALL (SELECT 2) UNION ALL (SELECT * FROM t)) ORDER BY a LIMIT 2',
  ],
  [
    'FROM t |> AGGREGATE COUNT(*) GROUP AND ORDER BY a DESC NULLS FIRST, b AS c',
    'SELECT a, b AS c, COUNT(*) FROM t GROUP BY 1, 2 ORDER BY 1 DESC NULLS FIRST, 2',
  ],
  [
    'FROM t |> AGGREGATE COUNT(*) AS n DESC NULLS LAST, MAX(x), SUM(x) ASC, GROUP BY a, b AS c DESC',
    'SELECT a, b AS c, COUNT(*) AS n, MAX(x), SUM(x) FROM t GROUP BY 1, 2 ORDER BY 2 DESC, 3 DESC NULLS LAST, 5',
  ],
  ['FROM t |> AGGREGATE COUNT(*) DESC', 'SELECT COUNT(*) FROM t HAVING TRUE ORDER BY 1 DESC'],
  [
    'FROM t |> AGGREGATE COUNT(*) DESC GROUP AND ORDER BY a',
    'SELECT a, COUNT(*) FROM t GROUP BY 1 ORDER BY 1, 2 DESC',
  ],
  [
    'FROM t |> AGGREGATE COUNT(*) AS n DESC GROUP BY GROUPING SETS (a, (A, b + 1), ROLLUP (b + 1), ())',
    'SELECT a, b + 1, COUNT(*) AS n FROM t GROUP BY GROUPING SETS (1, (1, 2), ROLLUP (2), ()) ORDER BY 3 DESC',
  ],
  [
    'FROM t |> SELECT DISTINCT a, b |> SET a = 1, b = 2 |> DROP a |> AS z |> DISTINCT',
    'SELECT DISTINCT * FROM (SELECT * EXCEPT (a) FROM (SELECT * REPLACE (1 AS a, 2 AS b) FROM (SELECT DISTINCT a, b FROM t))) AS z',
  ],
  [
    'FROM t |> EXTEND RANK() OVER w AS r WINDOW w AS (ORDER BY a)',
    'SELECT *, RANK() OVER w AS r FROM t WINDOW w AS (ORDER BY a)',
  ],
  [
    'SELECT ARRAY(FROM t |> SELECT a), (FROM t), EXISTS(FROM t), 1 IN (FROM t) FROM (FROM u)',
    'SELECT ARRAY(SELECT a FROM t), (SELECT * FROM t), EXISTS(SELECT * FROM t), 1 IN (SELECT * FROM t) FROM (SELECT * FROM u)',
  ],
])('%s is %s', (piped, plain) => {
  const tree = parseQuery(piped);

  expect(printQuery(tree).replace(/\s+/g, ' ')).toBe(
    printQuery(parseQuery(plain)).replace(/\s+/g, ' '),
  );
  expect(equalTrees(parseQuery(printQuery(tree)), tree)).toBe(true);
});

test.each([
  'FROM t |> SET x = x * x, y = 8 |> SELECT t.x AS z, x, y',
  'FROM t AS a |> DROP x |> WHERE a.x = 1 |> ORDER BY y DESC |> LIMIT 2 OFFSET 1',
  'FROM t |> RENAME x AS y |> SELECT DISTINCT t.*',
  'FROM t, u |> EXTEND RANK() OVER w AS r WINDOW w AS (ORDER BY a) |> LEFT JOIN v ON v.k = u.k |> AGGREGATE COUNT(*) AS n DESC GROUP BY t.k AS k ASC, z',
  'FROM t |> EXTEND 1 AS x |> DISTINCT |> WHERE RANK() OVER (ORDER BY t.a) = 1 |> AGGREGATE SUM(t.x)',
  'FROM t |> SET a = 1 |> AGGREGATE COUNT(*) GROUP BY GROUPING SETS (t.a, (t.a, b), ROLLUP (b), ())',
  'FROM t |> SET a = 1 |> PIVOT (SUM(t.x) FOR y IN (1, 2)) AS p |> SELECT p.z',
  'FROM UNNEST(a) AS m',
  'FROM t, u |> LIMIT 1 |> SELECT DISTINCT AS STRUCT t.a, u.b',
  'WITH w AS (FROM t, t.m) SELECT ARRAY(FROM w.m AS n |> WHERE n.a |> LIMIT 1), (FROM (FROM UNNEST(a) AS m) AS z |> SET m = 1)',
])('%s is printed with its operators', (sql) => {
  const tree = parseQuery(sql);

  expect(printQuery(tree).replace(/\s+/g, ' ')).toBe(sql);
  expect(equalTrees(parseQuery(printQuery(tree)), tree)).toBe(true);
});

test.each([
  ['FROM t |> CALL f()', 'Pipe operator CALL is not supported [at 1:11]'],
  ['FROM t |> nosuch', 'Syntax error: Unexpected identifier "nosuch" [at 1:11]'],
  ['FROM t |>', 'Syntax error: Unexpected end of statement [at 1:10]'],
  ['FROM t |> AGGREGATE COUNT(*) GROUP BY 1', 'Cannot GROUP BY literal values [at 1:39]'],
  ['FROM t |> AGGREGATE', 'Syntax error: Unexpected end of statement [at 1:20]'],
  [
    'FROM t |> AGGREGATE GROUP AND ORDER BY CUBE(a)',
    'GROUP AND ORDER BY of grouping sets is not supported [at 1:21]',
  ],
  [
    'FROM t |> AGGREGATE COUNT(*) GROUP BY ROLLUP(a, 1)',
    'Cannot GROUP BY literal values [at 1:49]',
  ],
])('%s is refused', (sql, message) => {
  expect(refusal(sql)).toBe(message);
});

test('a query has at most a hundred pipe operators', () => {
  expect(refusal(`FROM t${' |> DISTINCT'.repeat(100)}`)).toBe('');
  expect(refusal(`FROM t${' |> DISTINCT'.repeat(101)}`)).toBe(
    'A query has at most 100 pipe operators [at 1:1211]',
  );
});

function refusal(sql: string): string {
  try {
    parseQuery(sql);
    return '';
  } catch (error) {
    if (error instanceof SqlError) return error.describe(sql);
    throw error;
  }
}
