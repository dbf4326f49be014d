import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { lowerAttempt } from '../../../../src/googlesql/functions/core/lowering.ts';
import { PRELUDE } from '../../../../src/googlesql/functions/core/macros.ts';

test('lowerAttempt gives NULL for the rows that fail, also where an expression is shared', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of PRELUDE) await connection.run(statement);
  const one = lowerAttempt('gsql_divide(1.0, x)');
  const more = lowerAttempt('gsql_divide(1.0, x) + 1');

  const reader = await connection.runAndReadAll(
    `SELECT ${one}, ${more} FROM (VALUES (0::DOUBLE), (2), (NULL)) t(x)`,
  );

  expect(reader.getRowsJS()).toEqual([
    [null, null],
    [0.5, 1.5],
    [null, null],
  ]);
});
