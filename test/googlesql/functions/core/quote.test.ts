import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { registerFunctions } from '../../../../src/engines/duckdb/functions/register-functions.ts';
import { PRELUDE } from '../../../../src/googlesql/functions/core/macros.ts';
import { quoteName, quoteText } from '../../../../src/googlesql/functions/core/quote.ts';
import { evaluate } from '../evaluate.ts';

let connection: Awaited<ReturnType<DuckDBInstance['connect']>>;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create()).connect();
  registerFunctions(connection);
  await connection.run(PRELUDE.join(';\n'));
});

test('quoteText and quoteName write what DuckDB reads as the same text', async () => {
  // A name has no NUL, and is not empty.
  const name = fc.string({ minLength: 1, unit: fc.constantFrom('"', "'", '\\', 'a', ' ', 'ö') });
  const unit = fc.constantFrom('"', "'", '\\', '\0', '\n', '%', '$1', 'a', 'ö', '💡');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit }), name, async (text, column) => {
      const sql = `SELECT ${quoteText(text)} AS ${quoteName(column)}`;
      const reader = await connection.runAndReadAll(sql);

      expect(reader.getRowObjects()).toEqual([{ [column]: text }]);
    }),
  );
});

test('quoteText writes many NULs no deeper than one', async () => {
  await connection.run('SET max_expression_depth = 10');

  const reader = await connection.runAndReadAll(`SELECT ${quoteText('\0'.repeat(100))} AS text`);

  expect(reader.getRowObjects()).toEqual([{ text: '\0'.repeat(100) }]);
  await connection.run('RESET max_expression_depth');
});

test.each([
  ["FORMAT('a\\x00%s', 'b')", 'STRING', 'a\u{0}b'],
  ['JSON_VALUE(r\'{"a\\u0000b": 1}\', \'$."a\\x00b"\')', 'STRING', '1'],
  ["REGEXP_EXTRACT('a\\x00b', 'a\\x00(b)')", 'STRING', 'b'],
  ["'a\\x00b' LIKE 'a\\x00%'", 'BOOL', true],
])('A constant of a function may hold a NUL, case %#', async (sql, type, value) => {
  expect(await evaluate(connection, `SELECT ${sql}`)).toEqual([type, value]);
});
