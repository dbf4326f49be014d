import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { findFunction, functionNames } from '../../../../src/googlesql/functions/core/catalogue.ts';
import { PRELUDE } from '../../../../src/googlesql/functions/core/macros.ts';
import { parseSignature } from '../../../../src/googlesql/functions/core/signatures/parse-signature.ts';

test('findFunction finds a function under each of its names and cases', () => {
  expect(findFunction('stddev')).toBe(findFunction('STDDEV_SAMP'));
  expect(findFunction('$add')?.name).toBe('$add');
  expect(findFunction('RAND')).toBeUndefined();
});

test.each(functionNames())('every signature of %s can be read', (name) => {
  const definition = findFunction(name);

  expect(name).toBe(name.toUpperCase());
  for (const [signature] of definition?.overloads ?? []) {
    expect(() => parseSignature(signature)).not.toThrow();
  }
});

test('no function depends on anything but its arguments', () => {
  const impure = ['RAND', 'GENERATE_UUID', 'SESSION_USER', 'ERROR', 'CURRENT_TIMESTAMP'];

  expect(functionNames().filter((name) => impure.includes(name))).toEqual([]);
});

test('the prelude defines every macro before it is used, and once', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();

  for (const statement of PRELUDE) await connection.run(statement);

  expect(PRELUDE.length).toBeGreaterThan(100);
});
