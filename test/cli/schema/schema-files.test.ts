import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { createProgram } from '../../../src/cli/fieldstone.ts';
import { schemaFiles } from '../../../src/cli/schema/schema-files.ts';
import { OWN_FOLDER } from '../../../src/files/own-folder.ts';
import { ownProject } from '../../support/own-project.ts';
import { PROJECT } from '../../support/project.ts';

test('what is committed is what is printed', () => {
  const files = [...schemaFiles(prepareEndpoints(PROJECT))];

  expect(files.map(([name]) => name)).toEqual(['contract.json', 'openapi.json', 'schema.graphql']);
  for (const [name, text] of files) {
    expect(readFileSync(join(OWN_FOLDER, 'schema', name), 'utf8') === text, name).toBe(true);
  }
});

test('schema --write writes them into the folder of the project, once', async () => {
  const project = await ownProject({
    settings: { folders: { schema: 'printed/all' } },
    tables: {},
    endpoints: { numbers: { sql: 'SELECT 1 AS n', declaration: '' } },
  });
  const folder = join(project.folder, 'printed/all');
  const write = () => createProgram(project).parseAsync(['schema', '--write'], { from: 'user' });

  await write();
  const before = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 0, 0);
  await write();

  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs)).toEqual([
    0, 0, 0,
  ]);
  expect(readdirSync(folder).sort()).toEqual(['contract.json', 'openapi.json', 'schema.graphql']);
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(
    before,
  );
  expect(before.join()).toContain('type NumbersRow {');
});
