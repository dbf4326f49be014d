import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

test.each([
  [
    'FROM hits AS h |> EXTEND COUNT(*) AS n',
    'Aggregate function COUNT(*) not allowed in pipe EXTEND',
  ],
  ['FROM hits AS h |> SET id = SUM(id)', 'Aggregate function SUM not allowed in pipe SET'],
  ['FROM hits AS h |> SELECT MAX(id) AS m', 'Aggregate function MAX not allowed in pipe SELECT'],
  [
    'FROM hits AS h |> AGGREGATE id GROUP BY id',
    'Pipe AGGREGATE cannot include non-aggregate expressions',
  ],
  [
    'FROM hits AS h |> AGGREGATE SUM(id) + id GROUP BY id',
    'SELECT list expression references column id which is not aggregated',
  ],
  [
    'FROM hits AS h |> AGGREGATE SUM(id) OVER () AS s GROUP BY id',
    'Analytic function not allowed in pipe AGGREGATE',
  ],
  [
    'FROM hits AS h |> AGGREGATE COUNT(*) AS n GROUP BY CUBE(id, h.id)',
    'Grouping sets that spell one key in two ways are not supported',
  ],
  ['FROM hits AS h |> EXTEND 1 AS one |> SELECT h.one', 'Name one not found inside h'],
  ['FROM hits AS h |> SET id = 1 |> SELECT id |> SELECT h.id', 'Unrecognized name: h'],
  ['FROM hits AS h |> SET id = 1 |> AS g |> SELECT h.id', 'Unrecognized name: h'],
  [
    'FROM UNNEST([STRUCT(1 AS a)]) AS m |> RENAME m AS n',
    'Name in pipe RENAME is a table alias, not a column: m',
  ],
  [
    'WITH v AS (SELECT AS STRUCT 1 AS a) FROM v |> EXTEND 2 AS b',
    'Pipe operators after a CTE of SELECT AS STRUCT are not supported',
  ],
  [
    'WITH v AS (SELECT AS STRUCT 1 AS a) SELECT ARRAY(FROM v) AS x',
    'Pipe operators after a CTE of SELECT AS STRUCT are not supported',
  ],
  ['WITH v AS (SELECT AS STRUCT 1 AS a) FROM v |> WHERE a = 1', 'a:INT64'],
  ['WITH v AS (SELECT AS STRUCT 1 AS a) FROM v |> SELECT v, a', 'v:STRUCT<a INT64>, a:INT64'],
  ['FROM UNNEST([1, 2]) AS m', 'f0_:INT64'],
  ['SELECT m FROM (FROM UNNEST([1, 2]) AS m)', 'Unrecognized name: m'],
  ['SELECT h.id FROM (FROM hits AS h)', 'Unrecognized name: h'],
  [
    'FROM hits AS id |> SET id = 1 |> SELECT id.id',
    'Cannot access field id on a value with type INT64',
  ],
])('%s is %s', (sql, message) => {
  expect(outcome(sql)).toMatch(message);
});
