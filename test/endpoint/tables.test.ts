import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readTables } from '../../src/endpoint/tables.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SHOP = { name: 'shop', type: 'STRING' };

/** A schema folder with one table, whose tenant is as given. */
function schemaWith(tenants: object): URL {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'tables'));
  const fields = [
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
  writeFileSync(join(folder, 'tables/orders.json'), JSON.stringify(fields));
  writeFileSync(join(folder, 'tenants.json'), JSON.stringify(tenants));
  return pathToFileURL(`${folder}/`);
}

test('readTables finds the tenant inside a repeated record', () => {
  expect(readTables(schemaWith({ orders: 'meta.shop' })).get('orders')?.tenant).toEqual([
    'meta',
    'shop',
  ]);
});

test.each(['shop', 'meta.org', 'timestamp.shop'])('readTables refuses the tenant %s', (tenant) => {
  expect(() => readTables(schemaWith({ orders: tenant }))).toThrow(
    `Cannot use table "orders": tenants.json names "${tenant}", which it has not`,
  );
});

test.each(['one.shop', 'deep.meta.shop'])(
  'readTables refuses the tenant %s, which no scan compares',
  (tenant) => {
    expect(() => readTables(schemaWith({ orders: tenant }))).toThrow(
      `its tenant "${tenant}" must be a column, or a field of a column that is a REPEATED record`,
    );
  },
);

test('readTables refuses a table without a tenant', () => {
  expect(() => readTables(schemaWith({}))).toThrow('tenants.json does not name its tenant column');
});
