import { expect, test } from 'vitest';
import {
  analyzeDefinitions,
  analyzeOwnFunctions,
} from '../../../src/googlesql/definitions/analyze-definitions.ts';
import { parseStatement } from '../../../src/googlesql/definitions/parse-statement.ts';
import { parseView } from '../../../src/googlesql/definitions/parse-view.ts';
import { typeName } from '../../../src/googlesql/types.ts';
import { define, refusal, TABLES, type Texts } from './shop.ts';

test('views have the columns of their queries', () => {
  const { views, errors } = analyzeDefinitions(
    define({
      functions: 'CREATE FUNCTION half(x ANY TYPE) AS (x / 2)',
      views: {
        'per.customer': 'SELECT customer, SUM(half(amount)) AS total FROM orders GROUP BY customer',
        best: 'SELECT * FROM per.customer ORDER BY total DESC LIMIT 1',
      },
    }),
    TABLES,
  );
  expect(errors).toEqual([]);
  const columns = [...views].map(([name, { output }]) => [
    name,
    ...output.map((column) => `${column.name} ${typeName(column.column.type)}`),
  ]);
  expect(columns).toEqual([
    ['per.customer', 'customer STRING', 'total FLOAT64'],
    ['best', 'customer STRING', 'total FLOAT64'],
  ]);
});

function errorsOf(texts: Texts): readonly string[] {
  return analyzeDefinitions(define(texts), TABLES).errors.map((error) => error.describe(''));
}

// Where Google's analyser refuses the function too, the message and the place are its own.
test.each<readonly [Texts, readonly string[]]>([
  [
    { functions: 'CREATE FUNCTION f(x INT64) AS (x);\nCREATE FUNCTION g(x INT64) AS (f(y))' },
    ['Unrecognized name: y [at 2:34 of function g]'],
  ],
  [
    { functions: 'CREATE FUNCTION f(x INT64) RETURNS STRING AS (x)' },
    [
      'Function declared to return STRING but the function body produces incompatible type INT64 [at 1:47 of function f]',
    ],
  ],
  [
    { functions: 'CREATE FUNCTION f(x INT64) AS (1 + SUM(x))' },
    [
      'Aggregate function SUM not allowed in SQL function body for non-AGGREGATE function [at 1:36 of function f]',
    ],
  ],
  [
    { functions: 'CREATE FUNCTION f(x INT64) AS (RANK() OVER (ORDER BY x))' },
    [
      'Analytic function not allowed in SQL function body for non-AGGREGATE function [at 1:32 of function f]',
    ],
  ],
  [
    {
      functions:
        'CREATE FUNCTION f(x INT64, t INT64) AS ((SELECT t.x + x + t.y FROM (SELECT 2 AS x) AS t))',
    },
    ['Name y not found inside t [at 1:61 of function f]'],
  ],
  [
    { functions: "CREATE FUNCTION f(x STRING) AS (JSON_VALUE('{}', x))" },
    ['Argument 2 to JSON_VALUE must be a literal or query parameter [at 1:50 of function f]'],
  ],
  [
    { functions: 'CREATE FUNCTION f(x INT64) AS (nope(x)); CREATE FUNCTION F(x INT64) AS (x)' },
    [
      'Function F is defined twice [at 1:42 of function F]',
      'Function not found: nope [at 1:32 of function f]',
    ],
  ],
  [
    {
      functions: 'CREATE FUNCTION f(x ANY TYPE) AS (g(x)); CREATE FUNCTION g(x ANY TYPE) AS (f(x))',
    },
    [
      'Function f depends on itself: f => g => f [at 1:76 of function g]',
      'Function g depends on itself: g => f => g [at 1:35 of function f]',
    ],
  ],
  // A mistake is reported once, however many read it.
  [
    {
      views: {
        a: 'SELECT id,\n nope FROM orders',
        b: 'SELECT * FROM nowhere',
        c: 'SELECT * FROM b',
        d: 'SELECT 1 AS one FROM e WITH OFFSET',
        e: 'SELECT * FROM d',
        f: 'SELECT 1 AS one',
      },
    },
    [
      'Unrecognized name: nope [at 2:2 of view a]',
      'Table not found: nowhere [at 1:15 of view b]',
      'Table not found: nowhere [at 1:15 of view c]',
      'WITH OFFSET can only be used with array scans [at 1:22 of view d]',
    ],
  ],
  [
    {
      views: {
        a: 'SELECT id, amount + 1 FROM orders',
        b: 'SELECT id, id FROM orders',
        'shop.orders': 'SELECT 1 AS one',
      },
    },
    [
      'Column 2 of the view has no name: give it one with AS [at 1:12 of view a]',
      'Duplicate column names in the result are not supported. Found duplicate(s): id [in view b]',
      'There is a table of the name shop.orders [at 1:1 of view shop.orders]',
    ],
  ],
])('the mistakes of %j have their places', (texts, messages) => {
  expect(errorsOf(texts)).toEqual(messages);
});

test('a view is a query without parameters', () => {
  const refused = (text: string) => refusal('', () => parseView('v', text));
  expect(refused('SELECT id FROM orders\nWHERE id = @id')).toBe(
    'Query parameters cannot be used in a view: @id [at 2:12 of view v]',
  );
  expect(refused('SELECT FROM')).toBe(
    'Syntax error: SELECT list must not be empty [at 1:8 of view v]',
  );
});

test('mistakes in functions of a query are in the text of the query', () => {
  const sql =
    'CREATE TEMP FUNCTION f(x INT64) AS (g(x) + y);\nCREATE TEMP FUNCTION h() AS (f()); SELECT 1';
  const definitions = define({ functions: 'CREATE FUNCTION g(x INT64) AS (x)' });
  const errors = analyzeOwnFunctions(parseStatement(sql).functions, definitions, TABLES);
  expect(errors.map((error) => error.describe(sql))).toEqual([
    'Unrecognized name: y [at 1:44]',
    'Number of arguments does not match for function f. Supported signature: f(x) [at 2:30]',
  ]);
});
