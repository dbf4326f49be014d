import { expect, test } from 'vitest';
import { parseFunctions } from '../../../src/googlesql/definitions/parse-functions.ts';
import { refusal } from './shop.ts';

test('a text defines one or more functions', () => {
  const text = `-- Both double.
    CREATE OR REPLACE TEMP FUNCTION double(x INT64) RETURNS FLOAT64 AS (x * 2) OPTIONS (description = 'Twice');
    CREATE FUNCTION math.\`twice as much\`(x ANY TYPE, \`y z\` ARRAY<STRUCT<a INT64>>)
      OPTIONS (description="Of anything",) AS ((SELECT x * 2));
    create temporary function none() as (1)`;
  const shown = parseFunctions(text).map(({ name, arguments: args, returns, description }) => [
    name,
    args.map((argument) => [argument.name.name, argument.type?.kind]),
    returns?.kind,
    description,
  ]);
  expect(shown).toEqual([
    ['double', [['x', 'scalar']], 'scalar', 'Twice'],
    [
      'math.twice as much',
      [
        ['x', undefined],
        ['y z', 'array_type'],
      ],
      undefined,
      'Of anything',
    ],
    ['none', [], undefined, undefined],
  ]);
});

// Where Google's analyser refuses the text too, the message and the place are its own.
test.each([
  [
    "CREATE FUNCTION f(x INT64) RETURNS INT64 LANGUAGE js AS 'return x'",
    'Functions in JavaScript are not supported: write AS (expression) in SQL [at 1:42 of function f]',
  ],
  [
    "CREATE FUNCTION f(x INT64) RETURNS INT64 LANGUAGE python AS 'x'",
    'Functions in python are not supported: write AS (expression) in SQL [at 1:42 of function f]',
  ],
  [
    'CREATE AGGREGATE FUNCTION f(x INT64) AS (SUM(x))',
    'Aggregate functions are not supported: write a function of one row, and aggregate what it returns [at 1:8]',
  ],
  [
    'CREATE PROCEDURE f() BEGIN END',
    'Procedures are not supported: an endpoint is one query [at 1:8]',
  ],
  [
    'CREATE TABLE FUNCTION f(x INT64) AS (SELECT 1)',
    'Table functions are not supported: write a view, or a CTE [at 1:8]',
  ],
  [
    'CREATE FUNCTION f(x INT64 DEFAULT 1) AS (x)',
    'Default values of arguments are not supported [at 1:27 of function f]',
  ],
  [
    'CREATE FUNCTION f(x INT64 NOT AGGREGATE) AS (x)',
    'Parameters can only be marked NOT AGGREGATE in functions created with CREATE AGGREGATE FUNCTION [at 1:27 of function f]',
  ],
  [
    'CREATE FUNCTION f(x INT64) AS (x) OPTIONS (labels = 1)',
    'Option labels is not supported: a function has a description alone [at 1:44 of function f]',
  ],
  [
    'CREATE FUNCTION f(x INT64) AS (x) OPTIONS (description = 1)',
    'The description of a function is a string literal [at 1:58 of function f]',
  ],
  [
    'CREATE FUNCTION f(x INT64, X STRING) AS (x)',
    'Duplicate argument name X [at 1:28 of function f]',
  ],
  [
    'CREATE FUNCTION f(INT64) AS (1)',
    'Parameters in function declarations must include both name and type [at 1:19 of function f]',
  ],
  [
    'CREATE FUNCTION f(x INT64) AS (@p + x)',
    "Query parameter is not allowed in the body of SQL function 'f': @p [at 1:32 of function f]",
  ],
  [
    'CREATE FUNCTION f(x INT64) AS SELECT 1',
    'Syntax error: Expected "(" but got keyword SELECT [at 1:31 of function f]',
  ],
  [
    "CREATE FUNCTION f(x INT64) AS 'x'",
    'The body of a function is an expression in parentheses: AS (expression) [at 1:31 of function f]',
  ],
  [
    'CREATE FUNCTION f(x INT64) AS (SELECT 1)',
    'The body of a function is an expression, not a query; to use a query as an expression, the query must be wrapped with additional parentheses to make it a scalar subquery expression [at 1:32 of function f]',
  ],
  [
    'CREATE FUNCTION f(x STRING(10)) AS (x)',
    'Parameterized types are not supported in function arguments [at 1:21]',
  ],
  ['CREATE FUNCTION f(x NUMBER) AS (x)', 'Type not found: NUMBER [at 1:21]'],
  [
    'CREATE FUNCTION f(x INT64) AS (x) RETURNS INT64',
    'Syntax error: Expected ";" or end of input but got keyword RETURNS [at 1:35]',
  ],
  [
    'CREATE FUNCTION IF NOT EXISTS f(x INT64) AS (x)',
    'IF NOT EXISTS is not supported: a function is defined once [at 1:17]',
  ],
  [
    'CREATE FUNCTION f(x INT64) AS (x);\nCREATE FUNCTION lower(x STRING) AS (x)',
    'GoogleSQL has a function of the name lower [at 2:17 of function lower]',
  ],
  [
    'CREATE FUNCTION rand() AS (1)',
    'GoogleSQL has a function of the name rand [at 1:17 of function rand]',
  ],
  [
    'CREATE FUNCTION safe.f() AS (1)',
    'A name that begins with SAFE. is a call that returns NULL for errors [at 1:17 of function safe.f]',
  ],
  ['SELECT 1', 'Syntax error: Expected keyword CREATE but got keyword SELECT [at 1:1]'],
  [
    'CREATE VIEW v AS SELECT 1',
    'Syntax error: Expected keyword FUNCTION or keyword TEMP or keyword TEMPORARY but got keyword VIEW [at 1:8]',
  ],
  ['', 'Syntax error: Expected keyword CREATE but got end of statement [at 1:1]'],
])('%s is refused', (text, message) => {
  expect(refusal(text, () => parseFunctions(text))).toBe(message);
});
