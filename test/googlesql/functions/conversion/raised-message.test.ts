import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { raisedMessage } from '../../../../src/googlesql/functions/conversion/raised-message.ts';
import { PRELUDE } from '../../../../src/googlesql/functions/core/macros.ts';

async function errorOf(sql: string): Promise<string> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const statement of PRELUDE.slice(0, 2)) await connection.run(statement);
  return connection.runAndReadAll(sql).then(
    () => '',
    (error: Error) => error.message,
  );
}

test.each([
  [`SELECT CASE WHEN x > 1 THEN gsql_error('it''s 5') ELSE x END FROM range(3) t(x)`, `it's 5`],
  [`SELECT gsql_error('two\nlines')`, 'two\nlines'],
  [`SELECT gsql_error_of('value ' || 5)`, 'value 5'],
  [`SELECT gsql_error('x' || y) FROM (VALUES ('y')) t(y) WHERE y <> ''' to INT64'`, 'xy'],
  [`SELECT regexp_matches('a', '(')`, 'Cannot parse regular expression: missing ): ('],
  [
    `SELECT regexp_extract_all('a', p, 0) FROM (VALUES ('[')) t(p)`,
    'Cannot parse regular expression: missing ]: [',
  ],
  [`SELECT timezone('nowhere', make_timestamptz(0))`, 'Invalid time zone: nowhere'],
  [`SELECT timezone('', make_timestamptz(0))`, 'Invalid empty time zone'],
])('raisedMessage reads the error of %s', async (sql, message) => {
  expect(raisedMessage(await errorOf(sql))).toBe(message);
});

const NUMERIC_MAX = "CAST('99999999999999999999999999999.999999999' AS DECIMAL(38, 9))";

test.each([
  ['9223372036854775807::BIGINT + 1::BIGINT', 'int64 overflow: 9223372036854775807 + 1'],
  ['(-9223372036854775807)::BIGINT - 2::BIGINT', 'int64 overflow: -9223372036854775807 - 2'],
  ['9223372036854775807::BIGINT * 2::BIGINT', 'int64 overflow: 9223372036854775807 * 2'],
  ["-CAST('-9223372036854775808' AS BIGINT)", 'int64 overflow: --9223372036854775808'],
  ['(-9223372036854775808)::BIGINT // (-1)::BIGINT', 'int64 overflow: --9223372036854775808'],
  [
    `${NUMERIC_MAX} + CAST(1 AS DECIMAL(38, 9))`,
    'numeric overflow: 99999999999999999999999999999.999999999 + 1',
  ],
  [
    `-${NUMERIC_MAX} - CAST(1.5 AS DECIMAL(38, 9))`,
    'numeric overflow: -99999999999999999999999999999.999999999 - 1.5',
  ],
  ['(SELECT i FROM range(2) t(i))', 'More than one element'],
])('raisedMessage reads the error of DuckDB itself: %s', async (sql, message) => {
  expect(raisedMessage(await errorOf(`SELECT ${sql}`))).toBe(message);
});

test('raisedMessage leaves other errors alone', async () => {
  expect(raisedMessage(await errorOf(`SELECT CAST('GoogleSQL' AS BIGINT)`))).toBeUndefined();
  expect(raisedMessage('IO Error: Cannot open file')).toBeUndefined();
});

test.each([
  `SELECT CASE WHEN x > 5 THEN gsql_error('never') ELSE x END FROM range(3) t(x)`,
  `SELECT TRY(CASE WHEN x > 1 THEN gsql_error('caught') ELSE x END) FROM range(3) t(x)`,
  `SELECT CASE WHEN x > 5 THEN gsql_error('never') ELSE DATE '2024-01-01' END FROM range(3) t(x)`,
  `SELECT CASE WHEN x > 5 THEN gsql_error('never') ELSE [{a: 1}] END FROM range(3) t(x)`,
])('gsql_error is not evaluated before it is reached: %s', async (sql) => {
  expect(await errorOf(sql)).toBe('');
});

test('gsql_error_of raises nothing about a value that is NULL', async () => {
  expect(await errorOf(`SELECT gsql_error_of('value ' || CAST(NULL AS VARCHAR))`)).toBe('');
});
