import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { PRELUDE } from '../../../../src/googlesql/functions/core/macros.ts';
import { printSql } from '../../../../src/googlesql/functions/core/print-sql.ts';
import { resolveCall } from '../../../../src/googlesql/functions/core/signatures/resolve-call.ts';
import type { LoweredAggregate } from '../../../../src/googlesql/functions/core/signatures/signature.ts';
import { sql, variable } from '../../../../src/googlesql/functions/core/sql.ts';
import { compile } from '../../duckdb/compile.ts';
import { column, literal } from '../expression.ts';

const PLAIN: LoweredAggregate = {
  distinct: false,
  nulls: undefined,
  orderBy: undefined,
  limit: undefined,
  filter: undefined,
  over: undefined,
};

/** The value of an aggregate with a constant second argument over a column `x`. */
async function fold(
  name: string,
  values: string,
  number?: bigint,
  modifiers: Partial<LoweredAggregate> = {},
): Promise<unknown> {
  const args = [column('INT64'), ...(number === undefined ? [] : [literal('INT64', number)])];
  const call = resolveCall(name, args, undefined, 0);
  const x = variable('x');
  const lowered = call.signature.lower({
    arguments: number === undefined ? [x] : [x, sql`${number}::BIGINT`],
    types: call.arguments.map(({ type }) => type),
    literals: [undefined, number],
    type: call.type,
    part: undefined,
    aggregate: { ...PLAIN, ...modifiers },
  });
  return query(printSql(sql`SELECT ${lowered} FROM (VALUES ${values}) t(x)`).sql);
}

async function query(statement: string): Promise<unknown> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(PRELUDE.join(';\n'));
  const reader = await connection.runAndReadAll(statement);
  return reader.getRowsJson()[0]?.[0];
}

const TEN = '(1::BIGINT), (1), (1), (4), (5), (6), (7), (8), (9), (10)';

test('APPROX_QUANTILES gives the least, the middle and the greatest value', async () => {
  expect(await fold('APPROX_QUANTILES', TEN, 2n)).toEqual(['1', '5', '10']);
});

test('APPROX_QUANTILES counts distinct values, or NULLs, when it is to', async () => {
  const withNulls = `(NULL), (NULL), ${TEN}`;

  expect(await fold('APPROX_QUANTILES', TEN, 2n, { distinct: true })).toEqual(['1', '6', '10']);
  expect(await fold('APPROX_QUANTILES', withNulls, 2n)).toEqual(['1', '5', '10']);
  expect(await fold('APPROX_QUANTILES', withNulls, 2n, { nulls: 'RESPECT' })).toEqual([
    null,
    '4',
    '10',
  ]);
});

test('APPROX_TOP_COUNT counts NULL like any other value', async () => {
  const values = '(1::BIGINT), (2), (2), (NULL), (NULL), (NULL)';

  expect(await fold('APPROX_TOP_COUNT', values, 2n)).toEqual([
    { value: null, count: '3' },
    { value: '2', count: '2' },
  ]);
});

test('APPROX_COUNT_DISTINCT is exact', async () => {
  expect(await fold('APPROX_COUNT_DISTINCT', `(NULL), ${TEN}`)).toBe('8');
});

test('APPROX_QUANTILES refuses more places than BigQuery does', () => {
  const quantiles = (number: number) =>
    compile(`SELECT APPROX_QUANTILES(x, ${number}) FROM UNNEST([1]) AS x`);

  expect(quantiles(100_000).sql).toContain('quantile_disc');
  expect(() => quantiles(100_001)).toThrow('Argument 2 to APPROX_QUANTILES must be at most 100000');
});
