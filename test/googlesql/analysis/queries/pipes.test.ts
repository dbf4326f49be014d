import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

test.each([
  [
    'FROM hits AS h |> EXTEND COUNT(*) AS n',
    'Aggregate function COUNT(*) not allowed in pipe EXTEND',
  ],
  ['FROM hits AS h |> SET id = SUM(id)', 'Aggregate function SUM not allowed in pipe SET'],
  ['FROM hits AS h |> SELECT MAX(id) AS m', 'Aggregate function MAX not allowed in pipe SELECT'],
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
