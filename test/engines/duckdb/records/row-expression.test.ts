import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import {
  RecordExpression,
  selectList,
} from '../../../../src/engines/duckdb/records/row-expression.ts';
import { parseTable } from '../../../../src/googlesql/table.ts';

const TABLE = parseTable(
  't',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'tags', type: 'STRING', mode: 'REPEATED' },
    {
      name: 'meta',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'size', type: 'INTEGER' },
        { name: 'inner', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'ok', type: 'BOOL' }] },
      ],
    },
  ],
  { tenant: ['tags'], time: 'timestamp' },
);

async function rowsOf(list: string, from = '') {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return (await connection.runAndReadAll(`SELECT ${list} ${from}`)).getRowObjectsJson();
}

test('selectList fills what is not given with NULL and empty arrays', async () => {
  expect(await rowsOf(selectList(TABLE.columns, { meta: { size: '1 + 1' } }))).toEqual([
    { timestamp: null, tags: [], meta: { size: '2', inner: [] } },
  ]);
});

test('selectList makes a record only where its condition holds', async () => {
  const list = selectList(TABLE.columns, { meta: new RecordExpression('n = 1', { size: 'n' }) });

  expect(await rowsOf(list, 'FROM range(2) AS numbers(n)')).toMatchObject([
    { meta: [] },
    { meta: [{ size: '1' }] },
  ]);
});

test('selectList refuses expressions for fields that the table does not have', () => {
  expect(() => selectList(TABLE.columns, { meta: { sice: '1' } })).toThrow(
    'Cannot fill "meta.sice": the table has no such field',
  );
  expect(() => selectList(TABLE.columns, { tags: { size: '1' } })).toThrow(
    'Cannot give "tags" fields: it is no record',
  );
});
