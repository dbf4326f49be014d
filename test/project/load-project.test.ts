import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { loadProject, OWN_FOLDER } from '../../src/project/load-project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

const problemOf = (folder: string) =>
  loadProject(folder).then(
    () => expect.unreachable(),
    (error: Error) => error.message.replaceAll(folder, 'FOLDER'),
  );

test('the own project has the endpoints and tables of the repository, in the order of their names', async () => {
  const { endpoints, settings, tables } = await loadProject(OWN_FOLDER);

  expect(endpoints.map(({ name }) => name)).toEqual([
    'functions.invocation-stats',
    'logs.all',
    'usage.api-counts',
  ]);
  expect(tables.size).toBe(15);
  expect(tables.get('multigres.logs')?.isOptional).toBe(true);
  expect(tables.get('postgres.logs')?.isOptional).toBe(false);
  expect(settings.folders.cases).toBe('test/cases');
});

test('a folder without parts is an empty project with standard folders', async () => {
  const { endpoints, settings, tables } = await loadProject(
    folderWith({ 'fieldstone.json': '{}' }),
  );

  expect([endpoints.length, tables.size]).toEqual([0, 0]);
  expect(settings.folders).toEqual({
    endpoints: 'endpoints',
    views: 'views',
    functions: 'functions',
    tables: 'tables',
    cases: 'cases',
    schema: 'schema',
  });
});

test('a folder without fieldstone.json is no project', async () => {
  expect(await problemOf(temporaryFolder())).toBe(
    'fieldstone.json:1:1: Cannot read the file: there is no such file',
  );
});

test('a table without a schema file is refused', async () => {
  const folder = folderWith({ 'fieldstone.json': '{"tables": {"orders": {"tenant": "shop"}}}' });

  expect(await problemOf(folder)).toContain(
    'fieldstone.json:1:13: tables.orders: its fields are in no file tables/orders.json',
  );
});

test.each([
  [{ 'endpoints/a/query.sql': '' }, 'there is no such file'],
  [{ 'endpoints/a/endpoint.ts': 'export const a = 1;' }, 'it has no `export default'],
  [
    { 'endpoints/a/endpoint.ts': 'export default { name: "b", sql: "SELECT 1" };' },
    'it defines "b", but its folder is called "a"',
  ],
])('a folder of an endpoint with %j is refused', async (files, problem) => {
  expect(await problemOf(folderWith({ 'fieldstone.json': '{}', ...files }))).toContain(
    `Cannot use "FOLDER/endpoints/a/endpoint.ts": ${problem}`,
  );
});

test('endpoints of other folders are found', async () => {
  const definition = pathToFileURL(join(OWN_FOLDER, 'src/endpoint/endpoint.ts'));
  const folder = folderWith({
    'fieldstone.json': '{"folders": {"endpoints": "queries"}}',
    'queries/a.b/query.sql': '-- Nothing.\nSELECT 1 AS n',
    'queries/a.b/endpoint.ts': `
      import { defineEndpoint } from '${definition}';
      export default defineEndpoint({
        id: '3f0e4a52-6f8e-4d53-9a2c-7d0f6f1f8a11',
        name: 'a.b',
        description: 'Nothing.',
        query: new URL('./query.sql', import.meta.url),
        parameters: { project: { type: 'STRING!', description: 'Whose.', example: 'demo' } },
        tenant: { parameter: 'project', match: 'equal' },
        derive: { uses: [], parameters: {}, compute: () => ({}) },
        columns: { n: { type: 'INT64', description: 'One.' } },
        settings: { maxRows: 1, cacheSeconds: 1, warmSeconds: undefined, sandbox: false, redactPii: false },
      });`,
  });

  const { endpoints } = await loadProject(folder);

  expect(endpoints.map(({ name, sql }) => [name, sql])).toEqual([
    ['a.b', '-- Nothing.\nSELECT 1 AS n'],
  ]);
});
