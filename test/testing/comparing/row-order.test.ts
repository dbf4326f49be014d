import { expect, test } from 'vitest';
import { analyze, parseQuery, parseTable } from '#googlesql';
import { type RowOrder, rowOrder } from '../../../src/testing/comparing/row-order.ts';

const table = parseTable('t', [
  { name: 'a', type: 'INT64' },
  { name: 'b', type: 'INT64' },
  { name: 'c', type: 'INT64' },
]);

function order(sql: string, first?: readonly number[]): RowOrder {
  const tables = new Map([['t', table]]);
  const tree = parseQuery(sql);
  return rowOrder({ tree, resolved: analyze(tree, { tables, parameters: new Map() }) }, first);
}

test.each([
  ['SELECT a, b FROM t ORDER BY b, a', 'total'],
  ['SELECT a AS x, b AS y FROM t ORDER BY x DESC, y LIMIT 3', 'total'],
  ['SELECT a, b FROM t ORDER BY a', 'partial'],
  ['SELECT a, b FROM t', 'none'],
  ['SELECT a, b FROM t ORDER BY a + b, a - b', 'partial'],
  // Every GROUP BY key, whatever else is selected.
  ['SELECT a, COUNT(*) AS n, SUM(b) AS s FROM t GROUP BY a ORDER BY a', 'total'],
  ['SELECT a, COUNT(*) AS n FROM t GROUP BY a ORDER BY n, a', 'total'],
  ['SELECT a, b, COUNT(*) AS n FROM t GROUP BY a, b ORDER BY a', 'partial'],
  ['SELECT MOD(a, 2) AS m, COUNT(*) AS n FROM t GROUP BY m HAVING n > 1 ORDER BY m', 'total'],
  ['SELECT SUM(b) AS s FROM t GROUP BY a ORDER BY a', 'total'],
  ['SELECT DISTINCT a, b FROM t ORDER BY a, b', 'total'],
  ['SELECT a, b, COUNT(*) AS n FROM t GROUP BY ROLLUP (a, b) ORDER BY a, b', 'partial'],
  ['SELECT COUNT(*) AS n FROM t', 'total'],
  // The order of a subquery is none.
  ['SELECT x.a FROM (SELECT a FROM t ORDER BY a) AS x', 'none'],
  ['WITH x AS (SELECT a, b FROM t) SELECT a, b FROM x ORDER BY a, b', 'total'],
  ['FROM t |> AGGREGATE COUNT(*) AS n GROUP BY a |> ORDER BY a', 'total'],
  // One row for each key times the rows of the other side.
  ['SELECT x.a FROM (SELECT a FROM t GROUP BY a) AS x CROSS JOIN t AS y ORDER BY x.a', 'total'],
  [
    'SELECT x.a, y.b FROM (SELECT a FROM t GROUP BY a) AS x CROSS JOIN t AS y ORDER BY x.a',
    'partial',
  ],
])('%s: %s', (sql, expected) => {
  expect(order(sql)).toBe(expected);
});

test('columns that a caller orders by count', () => {
  expect(order('SELECT a, b FROM t ORDER BY a', [1])).toBe('total');
  expect(order('SELECT a, b, c FROM t ORDER BY a', [1])).toBe('partial');
  expect(order('SELECT a, b, c FROM t', [1])).toBe('partial');
});
