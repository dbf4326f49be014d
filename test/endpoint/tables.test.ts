import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readTables } from '../../src/endpoint/tables.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A schema folder with one table, whose tenant is as given. */
function schemaWith(tenants: object): URL {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'tables'));
  const fields = [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'meta', type: 'RECORD', fields: [{ name: 'shop', type: 'STRING' }] },
  ];
  writeFileSync(join(folder, 'tables/orders.json'), JSON.stringify(fields));
  writeFileSync(join(folder, 'tenants.json'), JSON.stringify(tenants));
  return pathToFileURL(`${folder}/`);
}

test('readTables finds the tenant inside a record', () => {
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

test('readTables refuses a table without a tenant', () => {
  expect(() => readTables(schemaWith({}))).toThrow('tenants.json does not name its tenant column');
});
