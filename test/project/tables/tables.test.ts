import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProject } from '../../../src/project/load-project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SHOP = { name: 'shop', type: 'STRING' };

const FIELDS = [
  { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
  { name: 'meta', type: 'RECORD', mode: 'REPEATED', fields: [SHOP] },
  { name: 'one', type: 'RECORD', fields: [SHOP] },
  {
    name: 'deep',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [{ name: 'meta', type: 'RECORD', mode: 'REPEATED', fields: [SHOP] }],
  },
];

/** The table of a project that has one, with the settings that `fieldstone.json` has for it. */
async function orders(settings: object, fields: readonly object[] = FIELDS) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'tables/orders.json'), JSON.stringify(fields));
  writeFileSync(
    join(folder, 'fieldstone.json'),
    JSON.stringify({ tables: { orders: settings } }, undefined, 2),
  );
  return (await loadProject(folder)).tables.get('orders');
}

test('a tenant may stand inside a repeated record', async () => {
  expect((await orders({ tenant: 'meta.shop' }))?.tenant).toEqual(['meta', 'shop']);
});

test.each(['shop', 'meta.org', 'timestamp.shop'])('the tenant %s is refused', async (tenant) => {
  await expect(orders({ tenant })).rejects.toThrow(
    `fieldstone.json:4:7: tables.orders.tenant: the table has no column "${tenant}"`,
  );
});

test.each(['one.shop', 'deep.meta.shop'])(
  'the tenant %s, which no scan compares, is refused',
  async (tenant) => {
    await expect(orders({ tenant })).rejects.toThrow(
      `tables.orders.tenant: must be a column, or a field of a column that is a REPEATED record`,
    );
  },
);

test('a table may declare nothing', async () => {
  const table = await orders({});

  expect([table?.tenant, table?.time, table?.requirePartitionFilter]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});

test.each([
  ['STRING', 'STRING'],
  ['INTEGER', 'INT64'],
  ['DATE', 'DATE'],
  ['BYTES', 'BYTES'],
  ['BOOLEAN', 'BOOL'],
])('a tenant may be %s', async (type, kind) => {
  const table = await orders({ tenant: 'whose' }, [{ name: 'whose', type }]);

  expect(table?.columns[0]?.type.kind).toBe(kind);
});

test.each([
  [
    'FLOAT64',
    undefined,
    'tables.orders.tenant: is FLOAT64; a tenant is STRING, INT64, DATE, BYTES or BOOL',
  ],
  ['STRING', 'REPEATED', 'tables.orders.tenant: is an array of STRING'],
])('a tenant cannot be %s %s', async (type, mode, message) => {
  await expect(orders({ tenant: 'whose' }, [{ name: 'whose', type, mode }])).rejects.toThrow(
    message,
  );
});

test('a time has any name and need not be required', async () => {
  const table = await orders({ time: 'day', requirePartitionFilter: true }, [
    { name: 'day', type: 'DATE' },
  ]);

  expect([table?.time, table?.requirePartitionFilter]).toEqual(['day', true]);
});

test.each([
  [{ time: 'when' }, 'tables.orders.time: the table has no column "when"'],
  [{ time: 'one' }, 'tables.orders.time: is STRUCT; a time is TIMESTAMP, DATE or DATETIME'],
  [
    { requirePartitionFilter: true },
    'tables.orders.requirePartitionFilter: requires a partition filter, but no "time"',
  ],
  [
    { ingestionTime: true },
    'tables.orders.ingestionTime: the table has a column "_PartitionTime" of its own',
    [{ name: '_PartitionTime', type: 'TIMESTAMP' }],
  ],
])('the settings %j are refused', async (settings, message, fields?: readonly object[]) => {
  await expect(orders(settings, fields)).rejects.toThrow(message);
});

test('the fields of a table may be in the folder of tables under another name, which is no table then', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'tables/common.json'), JSON.stringify([SHOP]));
  const settings = { tables: { orders: { schema: 'tables/common.json' } } };
  writeFileSync(join(folder, 'fieldstone.json'), JSON.stringify(settings));

  const { tables } = await loadProject(folder);

  expect([...tables.keys()]).toEqual(['orders']);
});
