import { expect, test } from 'vitest';
import { parseFunctions } from '../../../src/googlesql/definitions/parse-functions.ts';
import { substitute } from '../../../src/googlesql/definitions/substitute.ts';
import { parseQuery } from '../../../src/googlesql/syntax/parser/parser.ts';
import { printQuery } from '../../../src/googlesql/syntax/printer/print.ts';
import { equalTrees } from '../../../src/googlesql/syntax/tree/equal-trees.ts';
import { BIG, define, refusal, resolveOver, rowsOver, type Texts, TWICE, treeOf } from './shop.ts';

const CASES: readonly (readonly [sql: string, texts: Texts, rows: readonly unknown[]])[] = [
  // Functions
  ['SELECT twice(id) AS t FROM orders ORDER BY t', TWICE, [[2], [4], [6]]],
  ['SELECT id FROM orders WHERE twice(id) = 4 GROUP BY id HAVING twice(MAX(id)) = 4', TWICE, [[2]]],
  ['SELECT SUM(twice(amount)), twice(SUM(amount)) FROM orders', TWICE, [[70, 70]]],
  ['SELECT twice(twice(id)) FROM orders WHERE id = 1', TWICE, [[4]]],
  ["SELECT twice('4')", TWICE, [[8]]],
  ['FROM orders |> EXTEND twice(id) AS t |> WHERE twice(t) > 8 |> SELECT t', TWICE, [[6]]],
  [
    'SELECT a.id, b.id AS other FROM orders AS a JOIN orders AS b ON twice(a.id) = b.id',
    TWICE,
    [[1, 2]],
  ],
  [
    'SELECT twice(id) AS t FROM orders GROUP BY t ORDER BY twice(MAX(id)) DESC LIMIT 1',
    TWICE,
    [[6]],
  ],
  [
    'SELECT RANK() OVER (ORDER BY twice(id) DESC) AS r FROM orders ORDER BY twice(id)',
    TWICE,
    [[3], [2], [1]],
  ],
  [
    'SELECT my.f(1), `my.f`(2), MY.F(3)',
    { functions: 'CREATE FUNCTION `my`.f(x INT64) AS (x + 10)' },
    [[11, 12, 13]],
  ],
  [
    'SELECT half(3), half(3) / 2, one() = 1',
    {
      functions:
        'CREATE FUNCTION half(x INT64) RETURNS FLOAT64 AS (x / 2); CREATE FUNCTION one() AS (1)',
    },
    [[1.5, 0.75, true]],
  ],
  [
    "SELECT same('a'), same(1), same([1]), same(STRUCT(1 AS x)).x, same(orders).id FROM orders WHERE id = 2",
    { functions: 'CREATE FUNCTION same(x ANY TYPE) AS (x)' },
    [['a', 1, [1], 1, 2]],
  ],
  [
    'SELECT plus(1, 2), plus(1.5, 1)',
    { functions: 'CREATE FUNCTION plus(x ANY TYPE, y ANY TYPE) AS (x + y)' },
    [[3, 2.5]],
  ],
  [
    'CREATE TEMP FUNCTION twice(x INT64) AS (x * 200); CREATE TEMP FUNCTION g(x INT64) AS (twice(x) + four(x)); SELECT g(1)',
    {
      functions:
        'CREATE FUNCTION twice(x INT64) AS (x * 2); CREATE FUNCTION four(x INT64) AS (twice(twice(x)))',
    },
    [[204]],
  ],
  // An argument's name is a date part, the name of a field, of a row.
  [
    "SELECT first(DATE '2026-05-17')",
    { functions: 'CREATE FUNCTION first(month DATE) AS (DATE_TRUNC(month, MONTH))' },
    [['2026-05-01']],
  ],
  [
    'SELECT pair(id).x, pair(id).y FROM orders WHERE id = 3',
    { functions: 'CREATE FUNCTION pair(x INT64) AS (STRUCT(x, x + 1 AS y))' },
    [[3, 4]],
  ],
  [
    "SELECT sku(items[0]), sku(('z', 1)) FROM orders WHERE id = 1",
    { functions: 'CREATE FUNCTION sku(item STRUCT<sku STRING, n INT64>) AS (item.sku)' },
    [['a', 'z']],
  ],
  // A subquery of a body has names of its own.
  [
    'SELECT id, above(amount) AS n FROM orders ORDER BY id',
    {
      functions:
        'CREATE FUNCTION above(x INT64) AS ((SELECT COUNT(*) FROM orders WHERE amount > x))',
    },
    [
      [1, 1],
      [2, 0],
      [3, 2],
    ],
  ],
  [
    'SELECT id, bought(items, customer) AS n FROM (SELECT id, items, "a" AS customer FROM orders) ORDER BY id',
    {
      functions:
        'CREATE FUNCTION bought(items ANY TYPE, s STRING) AS ((SELECT SUM(n) FROM UNNEST(items) WHERE sku = s))',
    },
    [
      [1, 1],
      [2, 5],
      [3, null],
    ],
  ],
  [
    'SELECT total(items) AS n FROM orders AS items ORDER BY id',
    {
      functions:
        'CREATE FUNCTION total(x ANY TYPE) AS ((SELECT SUM(items.n) FROM UNNEST(x.items) AS items))',
    },
    [[3], [5], [null]],
  ],
  [
    'SELECT hidden(amount) AS x FROM orders ORDER BY id',
    {
      functions:
        'CREATE FUNCTION hidden(x INT64) AS ((SELECT MAX(x) FROM UNNEST([7, 8]) AS x) + x)',
    },
    [[18], [28], [13]],
  ],
  [
    'SELECT id FROM orders WHERE is_in(id) ORDER BY id',
    {
      functions:
        'CREATE FUNCTION is_in(e INT64) AS (e + 1 IN (SELECT id FROM orders AS o WHERE o.id <> e))',
    },
    [[1], [2]],
  ],
  [
    'SELECT has(ARRAY(SELECT id FROM orders), 2), has([1], 2)',
    {
      functions:
        'CREATE FUNCTION has(list ARRAY<INT64>, e INT64) AS (EXISTS (SELECT 1 FROM UNNEST(list) AS x WHERE x = e))',
    },
    [[true, false]],
  ],
  [
    'SELECT square(r) = 0 FROM (SELECT 0 AS r)',
    { functions: 'CREATE FUNCTION square(x FLOAT64) AS (x * x)' },
    [[true]],
  ],
  // Evaluated once.
  [
    'SELECT COUNT(*) FROM UNNEST(GENERATE_ARRAY(1, 100)) WHERE NOT zero(RAND())',
    { functions: 'CREATE FUNCTION zero(x FLOAT64) AS (x - x = 0 AND x = x)' },
    [[0]],
  ],
  // Views
  ['SELECT big.id, id AS same FROM big', BIG, [[2, 2]]],
  ['SELECT b.id FROM big AS b', BIG, [[2]]],
  ['SELECT big.*, orders.customer FROM big JOIN orders USING (id)', BIG, [[2, 20, 'bob']]],
  ['SELECT l.id FROM big AS l, big AS r', BIG, [[2]]],
  [
    'SELECT (SELECT MAX(id) FROM big), EXISTS (SELECT 1 FROM big WHERE id = o.id) FROM orders AS o WHERE id = 1',
    BIG,
    [[2, false]],
  ],
  [
    'FROM big |> SELECT id |> UNION ALL (FROM big |> SELECT amount) |> ORDER BY id',
    BIG,
    [[2], [20]],
  ],
  ['WITH big AS (SELECT id + 100 AS id FROM big) SELECT id FROM big', BIG, [[102]]],
  ['WITH big AS (SELECT 1 AS one) SELECT * FROM big', BIG, [[1]]],
  [
    'WITH big AS (SELECT 1 AS one) SELECT (WITH x AS (SELECT * FROM big) SELECT one FROM x)',
    BIG,
    [[1]],
  ],
  [
    'SELECT n.c, `per.customer`.c AS d FROM per.customer AS n JOIN `per.customer` ON n.s = `per.customer`.s WHERE n.c = "ann"',
    {
      views: {
        'per.customer': 'SELECT customer AS c, SUM(twice(amount)) AS s FROM shop.orders GROUP BY c',
      },
      ...TWICE,
    },
    [['ann', 'ann']],
  ],
  [
    'SELECT customer.s FROM per.customer WHERE c = "ann"',
    { views: { 'per.customer': 'SELECT customer AS c, SUM(amount) AS s FROM orders GROUP BY c' } },
    [[15]],
  ],
  [
    'SELECT * FROM top',
    {
      views: {
        top: 'WITH big AS (SELECT * FROM big) SELECT big.id FROM big ORDER BY id LIMIT 1',
        ...BIG.views,
      },
    },
    [[2]],
  ],
  [
    "SELECT * FROM (SELECT customer, amount FROM sales) PIVOT (SUM(amount) FOR customer IN ('ann', 'bob'))",
    { views: { sales: 'SELECT customer, amount FROM orders' } },
    [[15, 20]],
  ],
  [
    "SELECT * FROM sales PIVOT (SUM(amount) FOR customer IN ('ann', 'bob'))",
    { views: { sales: 'SELECT customer, amount FROM orders' } },
    [[15, 20]],
  ],
  [
    'SELECT i.sku FROM orders AS o, o.items AS i WHERE id = 2',
    { views: { 'o.items': 'SELECT 1 AS one' } },
    [['a']],
  ],
  // A definition reads the tables that it names, whatever CTEs there are.
  [
    'WITH orders AS (SELECT id FROM orders WHERE id < 2) SELECT orders.id, big.id AS other FROM orders, big',
    BIG,
    [[1, 2]],
  ],
  [
    'WITH orders AS (SELECT 7 AS orders_1) SELECT (WITH Orders AS (SELECT orders_1 AS z FROM ORDERS) SELECT z + (SELECT MAX(id) FROM big) FROM Orders)',
    BIG,
    [[9]],
  ],
  [
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < (SELECT MAX(id) FROM big)), orders AS (SELECT MAX(i) AS m FROM n) SELECT m FROM orders',
    BIG,
    [[2]],
  ],
  [
    'WITH orders AS (SELECT 3 AS amount) SELECT above(amount) FROM orders',
    {
      functions:
        'CREATE FUNCTION above(x INT64) AS ((SELECT COUNT(*) FROM orders WHERE amount > x))',
    },
    [[3]],
  ],
];

test.each(CASES)('%s gives its rows', async (sql, texts, rows) => {
  expect(await rowsOver(sql, texts)).toEqual(rows);
});

test.each(CASES)('%s is printed as a text of an equal tree', (sql, texts) => {
  const tree = treeOf(sql, texts);
  expect(equalTrees(parseQuery(printQuery(tree)), tree)).toBe(true);
});

test('a call is no name for a column, and a constant no ordinal', () => {
  const functions = 'CREATE FUNCTION same(x ANY TYPE) AS (x); CREATE FUNCTION one() AS (1)';
  const { output } = resolveOver('SELECT same(id), same(orders.id) FROM orders ORDER BY one()', {
    functions,
  });
  expect(output.map(({ name }) => name)).toEqual(['f0_', 'f1_']);
});

test('an argument that a subquery reads as its array alone is placed there', () => {
  const functions = 'CREATE FUNCTION total(x ANY TYPE) AS ((SELECT SUM(n) FROM UNNEST(x)))';
  expect(printQuery(treeOf('SELECT total(items) FROM orders', { functions }))).toBe(
    'SELECT (SELECT SUM(n) FROM UNNEST(items)) FROM orders',
  );
});

test('CTEs that others read by name keep it', () => {
  const sql = 'WITH orders AS (SELECT 1 AS id) SELECT * FROM big';
  const options = { ...define(BIG), publicCtes: true };
  expect(refusal(sql, () => substitute(parseQuery(sql), options))).toBe(
    'CTE orders hides the table that the view big reads: give the CTE another name [at 1:6]',
  );
  const inner = 'SELECT (WITH orders AS (SELECT 1 AS id) SELECT MAX(id) FROM big)';
  expect(printQuery(substitute(parseQuery(inner), options))).toContain('WITH orders_1 AS');
});

test('what is no definition stays as it is', () => {
  const query = parseQuery(
    'WITH x AS (SELECT 1 AS a) SELECT LOWER(b) FROM orders, x WHERE a = 1 OR b',
  );
  const functions = parseFunctions('CREATE FUNCTION f() AS (1)');
  expect(substitute(query, { functions, views: [] })).toEqual(query);
});
