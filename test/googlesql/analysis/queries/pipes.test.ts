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
  ['SELECT h.id FROM (FROM hits AS h)', 'Unrecognized name: h'],
  [
    'FROM hits AS id |> SET id = 1 |> SELECT id.id',
    'Cannot access field id on a value with type INT64',
  ],
])('%s is refused', (sql, message) => {
  expect(outcome(sql)).toMatch(message);
});
