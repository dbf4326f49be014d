import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { engineError } from '../../../../src/engines/duckdb/queries/errors.ts';
import { FieldstoneError } from '../../../../src/errors.ts';
import { SqlError } from '../../../../src/googlesql/sql-error.ts';

const DIRECTORY = '/srv/fieldstone/data';
const CALLERS = { isCallersSql: true, folders: [DIRECTORY] };
const OURS = { isCallersSql: false, folders: [DIRECTORY] };

async function duckDbError(sql: string): Promise<unknown> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return connection.run(sql).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each([
  [
    "SELECT list_extract([NULL], CAST(concat('GoogleSQL: ', 'division by zero: 1 / 0') AS BIGINT))",
    'division by zero: 1 / 0',
  ],
  ['SELECT 9223372036854775807 + CAST(1 AS BIGINT)', 'int64 overflow: 9223372036854775807 + 1'],
  ["SELECT regexp_matches('x', '(')", 'Cannot parse regular expression: missing ): ('],
])('engineError shows the caller what its own SQL did: %s', async (sql, message) => {
  const error = engineError(await duckDbError(sql), CALLERS);

  expect(error).toMatchObject({ code: 'SQL_INVALID', message });
});

test.each([
  "SELECT error('Division by zero: 1 / 0')",
  "SELECT CAST('x' AS BIGINT)",
  // Not what reading of a file raises.
  `SELECT strptime('Could not convert string ''fieldstone-data:{"column":"a"}'' to INT64', '%Y')`,
  `SELECT strptime('Could not convert string ''fieldstone-data:{oops}'' to INT64', '%Y')`,
  "SELECT CAST('x' AS DATE)",
  "SELECT strptime('x', '%Y')",
])('engineError passes on no word of the engine: %s', async (sql) => {
  expect(engineError(await duckDbError(sql), CALLERS)).toMatchObject({
    code: 'SQL_INVALID',
    message: 'The query cannot be run on these data',
  });
});

test.each([
  "SELECT error('Division by zero: 1 / 0')",
  "SELECT CAST('x' AS BIGINT)",
  'SELECT * FROM nosuch',
  'SELEC 1',
])('engineError says nothing about a stored query: %s', async (sql) => {
  const cause = await duckDbError(sql);

  const error = engineError(cause, OURS);

  expect(error).toMatchObject({ code: 'ENGINE_FAILED', message: 'The query failed', cause });
});

test.each(["SELECT regexp_matches('x', '(')", "SELECT regexp_extract_all('x', '(', 0)"])(
  'engineError takes a pattern in a stored query for an argument: %s',
  async (sql) => {
    const error = engineError(await duckDbError(sql), OURS);

    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    expect(error.message).not.toContain('(');
  },
);

test.each([
  'Catalog Error: Table with name nosuch does not exist!',
  'IO Error: Cannot open file',
  'INTERNAL Error: Attempted to access index 1 within vector of size 1',
  'Permission Error: Cannot access file',
  `Invalid Input Error: No magic bytes found at end of file '${DIRECTORY}/t/day=2026-07-01/a'`,
  'Invalid Input Error: TProtocolException: Invalid data',
  'Invalid Error: ZSTD Decompression failure',
  'Something else',
])('engineError is ENGINE_FAILED for %s', (message) => {
  expect(engineError(new Error(message), CALLERS)).toMatchObject({
    code: 'ENGINE_FAILED',
    message: 'The query failed',
  });
});

test('engineError names memory as the reason, as the caller’s fault only in its own SQL', () => {
  const cause = new Error('Out of Memory Error: could not allocate block of size 256.0 KiB');

  expect(engineError(cause, CALLERS)).toMatchObject({
    code: 'SQL_INVALID',
    message: 'The query needs more memory than allowed',
  });
  expect(engineError(cause, OURS).code).toBe('ENGINE_FAILED');
});

test('engineError passes on what is meant for the caller already', () => {
  const error = new FieldstoneError('OVERLOADED', 'Too many');

  expect(engineError(error, CALLERS)).toBe(error);
});

test.each([
  'Binder Error: Max expression depth limit of 250 exceeded. Use "SET …"',
  'Parser Error: Maximum tree depth of 250 exceeded in logical planner',
])('engineError says that a query is nested too deeply when DuckDB says: %s', (message) => {
  const error = engineError(new Error(message), CALLERS);

  expect(error).toMatchObject({ code: 'SQL_INVALID', message: 'Query is nested too deeply' });
});

test.each([
  'Binder Error: TRY can not be used in combination with a scalar subquery',
  'Not implemented Error: Unsupported join type for flattening correlated subquery',
  'INTERNAL Error: Failed to bind column reference "v44" [55.0] (bindings: {#[28.0]})',
])('engineError tells the caller, and the operator, of what cannot be planned: %s', (message) => {
  const heard: unknown[] = [];
  const onUnplannable = (error: unknown) => heard.push(error);
  const cause = new Error(message);

  const error = engineError(cause, { ...CALLERS, onUnplannable });

  expect(error).toMatchObject({
    code: 'SQL_INVALID',
    message: 'This combination of clauses is not supported',
  });
  expect(heard).toEqual([cause]);
  expect(engineError(cause, { ...CALLERS, isCallersSql: false })).toMatchObject({
    code: 'ENGINE_FAILED',
  });
});

test('engineError shows the caller what the printer cannot express', () => {
  const cause = new SqlError('FULL JOIN in a correlated subquery is not supported', 8);

  expect(engineError(cause, CALLERS)).toMatchObject({
    code: 'SQL_INVALID',
    message: 'FULL JOIN in a correlated subquery is not supported',
    cause,
  });
  expect(engineError(cause, OURS)).toMatchObject({
    code: 'ENGINE_FAILED',
    message:
      'The embedded engine cannot run this query, as BigQuery can: FULL JOIN in a correlated subquery is not supported',
  });
});
