import { expect, test } from 'vitest';
import {
  MAX_TEXT,
  TextBudget,
  TOO_COMPLEX,
} from '../../../../src/googlesql/duckdb/limits/text-budget.ts';
import { printDuckDb } from '../../../../src/googlesql/duckdb/queries/print.ts';
import { type Sql, sql, variable } from '../../../../src/googlesql/functions/core/sql.ts';
import { arrayOf, SCALARS, structOf, type Type } from '../../../../src/googlesql/types.ts';
import { resolve } from '../../analysis/outcome.ts';

/** A struct that holds itself twice, `levels` deep. */
function doubled(levels: number): Type {
  let type: Type = SCALARS.INT64;
  for (let i = 0; i < levels; i += 1) {
    type = structOf([
      { name: 'a', type },
      { name: 'b', type },
    ]);
  }
  return type;
}

test('TextBudget counts a text that stands in others once', () => {
  const budget = new TextBudget();

  const make = Array.from({ length: 50 }).reduce<() => Sql>(
    (inner) => () => sql`(${budget.count(inner)})`,
    () => variable('x'.repeat(MAX_TEXT / 2)),
  );

  expect(budget.count(make).size).toBe(MAX_TEXT / 2 + 100);
});

test('how tables are read does not count, in subqueries either', () => {
  const query = `SELECT EXISTS(SELECT 1 FROM edge_logs AS t
    WHERE t.id IN (SELECT u.id FROM edge_logs AS u)) AS found`;
  const source = `(SELECT ${'x'.repeat(MAX_TEXT)})`;

  const printed = printDuckDb(resolve(query), { tableSource: () => source });

  expect(printed.sql.length).toBeGreaterThan(2 * MAX_TEXT);
});

test('TextBudget refuses more text than allowed', () => {
  const budget = new TextBudget();
  const half = () => budget.count(() => variable('x'.repeat(MAX_TEXT / 2)));

  half();
  half();

  expect(half).toThrow(TOO_COMPLEX);
});

test('TextBudget refuses to name the parts of a type that doubles', () => {
  const budget = new TextBudget();

  expect(() => budget.checkParts([doubled(8)], [variable('x')])).not.toThrow();
  expect(() => budget.checkParts([doubled(16)], [variable('x')])).toThrow(TOO_COMPLEX);
  expect(() => budget.checkParts([arrayOf(doubled(16))], [variable('x')])).toThrow(TOO_COMPLEX);
});

test('TextBudget counts a cheap operand for every part that it is repeated for', () => {
  const budget = new TextBudget();
  const name = variable(`t1."${'x'.repeat(2_000)}"`);

  expect(() => budget.checkParts([doubled(7)], [sql`${name} || ''`])).not.toThrow();
  expect(() => budget.checkParts([doubled(7)], [name])).toThrow(TOO_COMPLEX);
});
