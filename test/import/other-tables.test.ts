import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { parseTable, type SchemaField, type Table } from '#googlesql';
import { importRows } from '../../src/import/import-rows.ts';
import { filesOf, importLines, rowsOfTable } from '../support/imported.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FIELDS: readonly SchemaField[] = [
  { name: 'id', type: 'INTEGER' },
  { name: 'day', type: 'DATE' },
  { name: 'at', type: 'DATETIME' },
  { name: 'customer', type: 'INTEGER' },
  { name: 'active', type: 'BOOL' },
];

const nameOf = async (dataDir: string, table: Table) =>
  basename((await filesOf(dataDir, table.name))[0] ?? '').replace(/[0-9a-f]{12}\.parquet$/, 'ID');

test('a table without time and tenant gets names without times', async () => {
  const dataDir = temporaryFolder();
  const table = parseTable('shop/orders', FIELDS);

  await importLines(dataDir, table, [{ id: 2 }, { id: 1 }]);

  expect(await nameOf(dataDir, table)).toBe('ID');
  expect(await rowsOfTable(dataDir, table, 'id')).toEqual([['1'], ['2']]);
});

test.each([
  [
    'day',
    { day: '2026-07-02' },
    { day: '2026-06-30' },
    '20260630T000000000000Z-20260702T000000000000Z-ID',
  ],
  [
    'at',
    { at: '2026-07-02 10:00:00.000001' },
    { at: '9999-12-31T23:59:59.999999' },
    '20260702T100000000001Z-99991231T235959999999Z-ID',
  ],
])(
  'a table by %s gets the times of its rows in the name; a row without one has no time',
  async (time, one, other, name) => {
    const dataDir = temporaryFolder();
    const table = parseTable('shop.orders', FIELDS, { time });

    await importLines(dataDir, table, [one, other, { id: 3 }]);

    expect(await nameOf(dataDir, table)).toBe(name);
  },
);

test('--shift-to moves rows by DATE by whole days, and rows by DATETIME to the time', async () => {
  const shiftTo = BigInt(Date.UTC(2026, 6, 10, 12)) * 1_000n;
  const days = ['2026-01-01', '2026-01-03'];
  const shifted = async (time: string, values: readonly string[]) => {
    const dataDir = temporaryFolder();
    const table = parseTable('shop.orders', FIELDS, { time });
    const text = values.map((value) => JSON.stringify({ [time]: value })).join('\n');
    await importRows({ dataDir, table, input: Readable.from([Buffer.from(text)]), shiftTo });
    return (await rowsOfTable(dataDir, table, `CAST("${time}" AS VARCHAR)`)).flat();
  };

  expect(await shifted('day', days)).toEqual(['2026-07-08', '2026-07-10']);
  expect(
    await shifted(
      'at',
      days.map((day) => `${day}T00:00:00`),
    ),
  ).toEqual(['2026-07-08 12:00:00', '2026-07-10 12:00:00']);
});

test.each([
  ['customer', '12', [{ customer: 7 }, { id: 1 }, { customer: 100 }], [['7'], ['12'], ['100']]],
  ['active', 'true', [{ active: false }, { id: 1 }], [[false], [true]]],
])('the tenant %s is filled, and rows are sorted by it', async (tenant, value, rows, sorted) => {
  const dataDir = temporaryFolder();
  const table = parseTable('shop.orders', FIELDS, { tenant: [tenant] });
  const text = rows.map((row) => JSON.stringify(row)).join('\n');

  await importRows({ dataDir, table, input: Readable.from([Buffer.from(text)]), tenant: value });

  expect(await rowsOfTable(dataDir, table, tenant, '1')).toEqual(sorted);
});

test.each([
  ['customer', 'shop', 'The tenant of table "shop.orders" must be a 64-bit integer'],
  ['active', 'yes', 'The tenant of table "shop.orders" must be true or false'],
  [undefined, 'shop', 'Table "shop.orders" has no tenant that could be filled'],
])('a tenant of another type is refused for %s', async (tenant, value, message) => {
  const table = parseTable('shop.orders', FIELDS, tenant === undefined ? {} : { tenant: [tenant] });
  const input = Readable.from([Buffer.from('{"id": 1}')]);

  const imported = importRows({ dataDir: temporaryFolder(), table, input, tenant: value });

  await expect(imported).rejects.toThrow(message);
});

test('integers beyond 64 bits in a JSON column keep all their digits', async () => {
  const dataDir = temporaryFolder();
  const table = parseTable('shop.events', [{ name: 'j', type: 'JSON' }]);
  const text = '{"j": {"a": [123456789012345678901234567890, 1.5, "é\\n"]}}';

  await importRows({ dataDir, table, input: Readable.from([Buffer.from(text)]), format: 'ndjson' });

  expect(await rowsOfTable(dataDir, table, 'j')).toEqual([
    ['{"a":[123456789012345678901234567890,1.5,"é\\n"]}'],
  ]);
});
