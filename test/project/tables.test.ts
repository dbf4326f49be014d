import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProject } from '../../src/project/load-project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
async function orders(settings: object) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'tables/orders.json'), JSON.stringify(FIELDS));
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
    `Cannot use table "orders": fieldstone.json names the tenant "${tenant}", which it has not`,
  );
});

test.each(['one.shop', 'deep.meta.shop'])(
  'the tenant %s, which no scan compares, is refused',
  async (tenant) => {
    await expect(orders({ tenant })).rejects.toThrow(
      `its tenant "${tenant}" must be a column, or a field of a column that is a REPEATED record`,
    );
  },
);

test('a table without a tenant is refused', async () => {
  await expect(orders({})).rejects.toThrow('fieldstone.json does not name its tenant column');
});
