import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { FieldstoneError } from '../../../src/errors.ts';
import { compileSandbox } from '../../../src/execution/sandbox.ts';
import { isTooComplex, MAX_TEXT } from '../../../src/googlesql/duckdb/limits/text-budget.ts';
import { printDuckDb } from '../../../src/googlesql/duckdb/queries/print.ts';
import type { DuckDbStatement } from '../../../src/googlesql/duckdb/queries/printer.ts';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { PROJECT } from '../../support/project.ts';
import { EXHAUSTING } from './exhausting.ts';
import { EXPANDING, LARGE } from './expanding.ts';

const [definition] = PROJECT.endpoints.filter(({ name }) => name === 'logs.all');
if (!definition) throw new Error('There is no endpoint "logs.all"');
const endpoint = prepareEndpoint(definition, PROJECT.tables);

/** A caller's statement for DuckDB, or why there is none. */
function printed(sql: string): DuckDbStatement | FieldstoneError | SqlError {
  try {
    const { statement } = compileSandbox(endpoint, endpoint.open, sql);
    return printDuckDb(statement.resolved, { tableSource: ({ table }) => `"${table.name}"` });
  } catch (error) {
    if (error instanceof FieldstoneError || error instanceof SqlError) return error;
    throw error;
  }
}

test.each(Object.keys(EXPANDING))('%s is refused or stays small', (name) => {
  const statement = printed(EXPANDING[name] ?? '');

  expect('sql' in statement ? statement.sql.length : 0).toBeLessThan(MAX_TEXT);
});

test('statements that ask for too much are refused or stay small', () => {
  const large = Object.values(EXHAUSTING)
    .map(printed)
    .filter((statement) => 'sql' in statement && statement.sql.length >= MAX_TEXT);

  expect(large).toEqual([]);
});

test('what would become too long a text is refused in the words of the reference', () => {
  const problem = printed(EXPANDING['whole entries as JSON in lines'] ?? '');

  expect(problem).toMatchObject({
    message:
      'Not enough resources for query planning - too many subqueries or query is too complex',
  });
});

test.each(Object.keys(LARGE))('%s compiles', (name) => {
  const statement = printed(LARGE[name] ?? '');

  expect('sql' in statement && !isTooComplex(statement)).toBe(true);
});
