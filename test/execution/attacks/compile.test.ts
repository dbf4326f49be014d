import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../../src/catalog/prepare.ts';
import { planningWork } from '../../../src/engines/duckdb/queries/planning-work.ts';
import { FieldstoneError } from '../../../src/errors.ts';
import { compileSandbox } from '../../../src/execution/sandbox.ts';
import { MAX_TEXT } from '../../../src/googlesql/duckdb/limits/text-budget.ts';
import { printDuckDb } from '../../../src/googlesql/duckdb/queries/print.ts';
import { SqlError } from '../../../src/googlesql/sql-error.ts';
import { PROJECT } from '../../support/project.ts';
import { EXHAUSTING } from './exhausting.ts';
import { EXPANDING, LARGE } from './expanding.ts';

const [definition] = PROJECT.endpoints.filter(({ name }) => name === 'logs.all');
if (!definition) throw new Error('There is no endpoint "logs.all"');
const endpoint = prepareEndpoint(definition, PROJECT.tables);

/** The DuckDB SQL of a caller's statement, or why there is none. */
function printed(sql: string): string | FieldstoneError | SqlError {
  try {
    const { statement } = compileSandbox(endpoint, endpoint.open, sql);
    return printDuckDb(statement.resolved, { tableSource: ({ table }) => `"${table.name}"` }).sql;
  } catch (error) {
    if (error instanceof FieldstoneError || error instanceof SqlError) return error;
    throw error;
  }
}

test.each(Object.keys(EXPANDING))('%s is refused or stays small', (name) => {
  const text = printed(EXPANDING[name] ?? '');

  expect(typeof text === 'string' ? text.length : 0).toBeLessThan(MAX_TEXT);
});

test('statements that ask for too much are refused or stay small', () => {
  const large = Object.values(EXHAUSTING)
    .map(printed)
    .filter((text) => typeof text === 'string' && text.length >= MAX_TEXT);

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
  const text = printed(LARGE[name] ?? '');

  expect(text).toBeTypeOf('string');
  expect(planningWork(String(text))).toBeLessThan(4_000_000);
});
