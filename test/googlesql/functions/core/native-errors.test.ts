import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { nativeErrorMessage } from '../../../../src/googlesql/functions/conversion/raised-message.ts';

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
])('nativeErrorMessage knows the error of %s', async (sql, message) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();

  const error: unknown = await connection.run(`SELECT ${sql}`).catch((cause) => cause);

  expect(error instanceof Error && nativeErrorMessage(error.message)).toBe(message);
});

test('nativeErrorMessage leaves other errors alone', () => {
  expect(nativeErrorMessage('IO Error: Cannot open file')).toBeUndefined();
});
