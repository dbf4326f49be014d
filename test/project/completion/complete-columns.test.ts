import { expect, test } from 'vitest';
import type { ColumnSpec } from '../../../src/endpoint/endpoint-spec.ts';
import { spellType } from '../../../src/googlesql/index.ts';
import { completed } from '../../support/endpoints.ts';

const SQL = `SELECT NULLIF(x, 2) AS order_id, SAFE_DIVIDE(x, 2) AS half, [STRUCT(NULLIF(x, 2) AS a)] AS items
FROM UNNEST([1, 2]) AS x`;

function columnsOf(sql: string, columns: Readonly<Record<string, ColumnSpec>> = {}) {
  return completed('x', sql, { columns }).columns;
}

test('columns are those of the query, in its order, with the types that it proves', () => {
  const columns = columnsOf(SQL, { HALF: { description: 'A half.' } });

  expect(columns.map(({ name, field, type }) => [name, field, spellType(type)])).toEqual([
    ['order_id', 'orderId', 'INT64'],
    ['half', 'half', 'FLOAT64'],
    ['items', 'items', 'ARRAY<STRUCT<a INT64>!>!'],
  ]);
  expect(columns.map(({ description }) => description)).toEqual([undefined, 'A half.', undefined]);
});

test('a type with "!" asserts what is not proven, in a tag or in endpoint.ts', () => {
  const ofTag = columnsOf(`-- @column {INT64!} order_id - The id.\n${SQL}`)[0];
  const ofSpec = columnsOf(SQL, { order_id: { type: 'INT64!' } })[0];

  expect(ofTag).toMatchObject({ isAsserted: true, description: 'The id.' });
  expect(ofSpec).toMatchObject({ isAsserted: true, type: { isRequired: true } });
  expect(columnsOf('SELECT 1 AS n', { n: { type: 'INT64!' } })[0]?.isAsserted).toBe(false);
});

test.each<
  [what: string, sql: string, columns: Readonly<Record<string, ColumnSpec>>, message: string]
>([
  ['a tag of none', `-- @column nosuch - X\n${SQL}`, {}, 'The query has no column "nosuch"'],
  ['a declaration of none', SQL, { n: {} }, 'its query has no result column "n"'],
  ['another type', SQL, { half: { type: 'STRING' } }, 'Column "half" is FLOAT64, not STRING'],
  [
    'another type in a tag',
    `-- @column {DATE} half\n${SQL}`,
    {},
    'Column "half" is FLOAT64, not DATE',
  ],
  [
    'two types',
    `-- @column {INT64!} order_id\n${SQL}`,
    { order_id: { type: 'INT64' } },
    'Column "order_id" is "INT64!" here, and "INT64" in endpoint.ts',
  ],
  [
    'two texts',
    `-- @column half - One.\n${SQL}`,
    { half: { description: 'Two.' } },
    'The description of half is "One." here, and "Two." in endpoint.ts',
  ],
  [
    'a record that is none',
    SQL,
    { half: { recordName: 'Half' } },
    'its column "half" has a recordName, but is FLOAT64',
  ],
  ['no name', 'SELECT 1', {}, 'Column 1 has no name: write "AS column_1" after it'],
  ['a field without one', 'SELECT STRUCT(1) AS s', {}, 'Field 1 has no name'],
])('%s is refused', (_, sql, columns, message) => {
  expect(() => columnsOf(sql, columns)).toThrow(message);
});
