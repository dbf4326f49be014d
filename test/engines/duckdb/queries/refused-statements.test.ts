import { expect, test } from 'vitest';
import { RefusedStatements } from '../../../../src/engines/duckdb/queries/refused-statements.ts';
import type { CompiledQuery } from '../../../../src/engines/engine.ts';
import { FieldstoneError } from '../../../../src/errors.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import { compiledQuery } from '../../../support/compiled.ts';
import { compileQuery } from '../../compile-query.ts';

const TOO_MUCH = new FieldstoneError('SQL_INVALID', 'The query needs too much memory');

function refusedStatements() {
  let now = 1;
  const refused = new RefusedStatements({ now: () => now });
  const isRefused = (query: CompiledQuery) => {
    try {
      refused.refuse(query);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'SQL_INVALID', message: TOO_MUCH.message });
      return true;
    }
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { refused, isRefused, pass };
}

const bomb = () => compiledQuery(compileQuery('SELECT 1 AS bomb'));
const other = () => compiledQuery(compileQuery('SELECT 2 AS other'));

test('RefusedStatements refuses a statement at fault to everybody for a minute', () => {
  const { refused, isRefused, pass } = refusedStatements();

  refused.add(bomb(), TOO_MUCH);

  expect([isRefused(bomb()), isRefused(other())]).toEqual([true, false]);
  pass(60_000);
  expect(isRefused(bomb())).toBe(true);
  pass(1);
  expect(isRefused(bomb())).toBe(false);
});

test('RefusedStatements tells statements apart by their parameters, but not by moments', () => {
  const { refused, isRefused } = refusedStatements();
  const asked = (project: string, micros: number) =>
    compiledQuery(
      compileQuery('SELECT @project AS p, @now AS t', {
        project: { type: SCALARS.STRING, value: project },
        now: { type: SCALARS.TIMESTAMP, value: micros },
      }),
    );

  refused.add(asked('a', 1), TOO_MUCH);

  expect([asked('a', 2), asked('b', 1)].map(isRefused)).toEqual([true, false]);
});
