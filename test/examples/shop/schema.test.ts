import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { schemaFiles } from '../../../src/cli/schema/schema-files.ts';
import { loadShop, SHOP_FOLDER } from './open-shop.ts';
import { REQUESTS } from './requests.ts';

test('the files in schema/ are what "fieldstone schema --write" writes', async () => {
  const project = await loadShop();
  const folder = join(SHOP_FOLDER, project.settings.folders.schema);

  const written = schemaFiles(prepareEndpoints(project));

  expect(readdirSync(folder).sort()).toEqual([...written.keys()].sort());
  for (const [name, text] of written) expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('every endpoint is in the tests', async () => {
  const { endpoints } = await loadShop();
  const tested = new Set(REQUESTS.map(({ endpoint }) => endpoint));

  expect([...tested]).toEqual(endpoints.map(({ name }) => name));
});
