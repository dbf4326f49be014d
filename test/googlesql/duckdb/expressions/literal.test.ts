import { type DuckDBBlobValue, DuckDBInstance, DuckDBTimestampTZValue } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printLiteral } from '../../../../src/googlesql/duckdb/expressions/literal.ts';
import { printSql } from '../../../../src/googlesql/functions/core/print-sql.ts';
import { quoteName } from '../../../../src/googlesql/functions/core/quote.ts';
import { SCALARS, type ScalarKind } from '../../../../src/googlesql/types.ts';
import type { LiteralValue } from '../../../../src/googlesql/value.ts';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run("SET GLOBAL TimeZone = 'UTC'");

function print(kind: ScalarKind, value: LiteralValue): string {
  const literal = printLiteral({
    kind: 'literal',
    type: SCALARS[kind],
    value,
    coercible: false,
  });
  return printSql(literal).sql;
}

async function read(sql: string): Promise<unknown> {
  const reader = await connection.runAndReadAll(`SELECT ${sql}`);
  return reader.getRows()[0]?.[0];
}

async function typeOf(kind: ScalarKind, value: LiteralValue): Promise<unknown> {
  return read(`typeof(${print(kind, value)})`);
}

test('printLiteral keeps every string', async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom("'", '"', '\\', '\0', '\n', '$p', '--', '$$'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
  });

  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      expect(await read(print('STRING', value))).toBe(value);
    }),
  );
});

test('printLiteral keeps every INT64 as BIGINT', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), async (value) => {
      expect(await read(print('INT64', value))).toBe(value);
    }),
    { examples: [[-(2n ** 63n)], [2n ** 63n - 1n], [0n]] },
  );
  expect(await typeOf('INT64', 1n)).toBe('BIGINT');
});

test('printLiteral keeps every FLOAT64 to the bit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.double(), async (value) => {
      expect(await read(print('FLOAT64', value))).toBe(value);
    }),
    { examples: [[-0], [5e-324], [1.7976931348623157e308], [Number.NaN], [-Infinity], [0.1]] },
  );
  expect(await typeOf('FLOAT64', 1)).toBe('DOUBLE');
});

test('printLiteral keeps the microseconds of a TIMESTAMP', async () => {
  const micros = 1_782_900_000_123_456n;

  const value = await read(print('TIMESTAMP', micros));

  expect(value).toEqual(new DuckDBTimestampTZValue(micros));
});

test('printLiteral keeps every byte', async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));

  const value = await read(print('BYTES', bytes.toString('base64')));

  expect(Buffer.from((value as DuckDBBlobValue).bytes)).toEqual(bytes);
});

test.each<[ScalarKind, LiteralValue, string, string]>([
  ['BOOL', true, 'BOOLEAN', 'true'],
  ['DATE', '0001-01-01', 'DATE', '0001-01-01'],
  ['DATETIME', '2026-07-01T10:00:00.000001', 'TIMESTAMP', '2026-07-01 10:00:00.000001'],
  ['TIME', '23:59:59.999999', 'TIME', '23:59:59.999999'],
  [
    'NUMERIC',
    '-99999999999999999999999999999.999999999',
    'DECIMAL(38,9)',
    '-99999999999999999999999999999.999999999',
  ],
  ['JSON', '{"a":[1,"x\'y"]}', 'JSON', '{"a":[1,"x\'y"]}'],
  ['STRING', null, 'VARCHAR', 'NULL'],
  ['TIMESTAMP', null, 'TIMESTAMP WITH TIME ZONE', 'NULL'],
])('printLiteral keeps the %s %s', async (kind, value, type, text) => {
  expect(await typeOf(kind, value)).toBe(type);
  expect(await read(`coalesce(CAST(${print(kind, value)} AS VARCHAR), 'NULL')`)).toBe(text);
});

test('quoteName keeps every name', async () => {
  await connection.run(`CREATE OR REPLACE TABLE t (${quoteName('a"b; c')} INT)`);

  const reader = await connection.runAndReadAll(`SELECT ${quoteName('a"b; c')} FROM t`);

  expect(reader.columnNames()).toEqual(['a"b; c']);
});
