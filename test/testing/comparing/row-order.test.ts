import { expect, test } from 'vitest';
import { analyze, parseQuery, parseTable } from '#googlesql';
import { provesOrder } from '../../../src/testing/comparing/row-order.ts';

const table = parseTable('t', [
  { name: 'a', type: 'INT64' },
  { name: 'b', type: 'INT64' },
  { name: 'c', type: 'INT64' },
]);

function order(sql: string, first?: readonly number[]): boolean {
  const tables = new Map([['t', table]]);
  const tree = parseQuery(sql);
  return provesOrder({ tree, resolved: analyze(tree, { tables, parameters: new Map() }) }, first);
}

test.each([
  ['SELECT a, b FROM t ORDER BY b, a', true],
  ['SELECT a AS x, b AS y FROM t ORDER BY x DESC, y LIMIT 3', true],
  ['SELECT a, b FROM t ORDER BY a', false],
  ['SELECT a, b FROM t', false],
  ['SELECT a, b FROM t ORDER BY a + b, a - b', false],
  // Every GROUP BY key, whatever else is selected.
  ['SELECT a, COUNT(*) AS n, SUM(b) AS s FROM t GROUP BY a ORDER BY a', true],
  ['SELECT a, COUNT(*) AS n FROM t GROUP BY a ORDER BY n, a', true],
  ['SELECT a, b, COUNT(*) AS n FROM t GROUP BY a, b ORDER BY a', false],
  ['SELECT MOD(a, 2) AS m, COUNT(*) AS n FROM t GROUP BY m HAVING n > 1 ORDER BY m', true],
  ['SELECT SUM(b) AS s FROM t GROUP BY a ORDER BY a', true],
  ['SELECT DISTINCT a, b FROM t ORDER BY a, b', true],
  ['SELECT a, b, COUNT(*) AS n FROM t GROUP BY ROLLUP (a, b) ORDER BY a, b', false],
  ['SELECT COUNT(*) AS n FROM t', true],
  // The order of a subquery is none.
  ['SELECT x.a FROM (SELECT a FROM t ORDER BY a) AS x', false],
  ['WITH x AS (SELECT a, b FROM t) SELECT a, b FROM x ORDER BY a, b', true],
  ['FROM t |> AGGREGATE COUNT(*) AS n GROUP BY a |> ORDER BY a', true],
  // One row for each key times the rows of the other side.
  ['SELECT x.a FROM (SELECT a FROM t GROUP BY a) AS x CROSS JOIN t AS y ORDER BY x.a', true],
  ['SELECT x.a, y.b FROM (SELECT a FROM t GROUP BY a) AS x CROSS JOIN t AS y ORDER BY x.a', false],
])('%s: %s', (sql, isProven) => {
  expect(order(sql)).toBe(isProven);
});

test('columns that a caller orders by count', () => {
  expect(order('SELECT a, b FROM t ORDER BY a', [1])).toBe(true);
  expect(order('SELECT a, b, c FROM t ORDER BY a', [1])).toBe(false);
});
