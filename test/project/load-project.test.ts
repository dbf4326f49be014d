import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { OWN_FOLDER } from '../../src/files/own-folder.ts';
import { loadProject } from '../../src/project/load-project.ts';
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
  [{ 'endpoints/a/query.sql': '' }, 'endpoints/a/query.sql:1:1: Syntax error: Unexpected end'],
  [
    { 'endpoints/a/query.sql': 'SELECT 1 AS n', 'endpoints/a/endpoint.ts': 'export const a = 1;' },
    'endpoints/a/endpoint.ts:1:1: Expected an export: write "export default defineEndpoint({…})"',
  ],
  [
    {
      'endpoints/a/query.sql': 'SELECT 1 AS n',
      'endpoints/a/endpoint.ts': 'export default { id: "1" };',
    },
    'endpoints/a/endpoint.ts:1:18: Cannot define the endpoint: its id "1" is not a lower-case UUID',
  ],
  [
    { 'endpoints/a.sql': '-- @param {DATE} since\nSELECT 1 AS n' },
    'endpoints/a.sql:1:18: The query has no parameter @since',
  ],
])('an endpoint with %j is refused', async (files, problem) => {
  expect(await problemOf(folderWith({ 'fieldstone.json': '{}', ...files }))).toContain(problem);
});

test('endpoints of other folders are found', async () => {
  const definition = pathToFileURL(join(OWN_FOLDER, 'src/endpoint/endpoint.ts'));
  const folder = folderWith({
    'fieldstone.json': '{"folders": {"endpoints": "queries"}}',
    'queries/a.b/query.sql': '-- Nothing.\nSELECT 1 AS n',
    'queries/a.b/endpoint.ts': `
      import { defineEndpoint } from '${definition}';
      export default defineEndpoint({ columns: { n: { description: 'One.' } } });`,
    'queries/c.sql': 'SELECT 2 AS n',
  });

  const { endpoints } = await loadProject(folder);

  expect(endpoints.map(({ name, sql }) => [name, sql])).toEqual([
    ['a.b', '-- Nothing.\nSELECT 1 AS n'],
    ['c', 'SELECT 2 AS n'],
  ]);
});

test('mistakes of tables, views, functions and endpoints are said at once', async () => {
  const folder = folderWith({
    'fieldstone.json': '{}',
    'tables/orders.json': '[{ "name": "id", "type": "NUMBER" }]',
    'endpoints/first.sql': '-- @cache soon\nSELECT id FROM orders',
    'endpoints/second.sql': '-- @nosuch\nSELECT 1 AS n',
  });

  const problem = await problemOf(folder);

  for (const place of [
    'tables/orders.json:1:',
    'endpoints/first.sql:1:11',
    'endpoints/second.sql:1:4',
  ]) {
    expect(problem).toContain(place);
  }
});

test('views over a wrong table, or over a wrong view, are no mistakes of their own', async () => {
  const folder = folderWith({
    'fieldstone.json': '{}',
    'tables/orders.json': '[{ "name": "id", "type": "NUMBER" }]',
    'views/ids.sql': 'SELECT o.id FROM orders AS o',
    'views/unread.sql': 'SELECT FROM',
    'views/over.sql': 'SELECT u.id FROM unread AS u',
    'views/wrong.sql': 'SELECT missing',
  });

  const places = (await problemOf(folder)).match(/^\w+\/\w+\.\w+/gm);

  expect(places).toEqual(['tables/orders.json', 'views/unread.sql', 'views/wrong.sql']);
});

test('the texts of a view describe columns of endpoints that read it, and of no others', async () => {
  const folder = folderWith({
    'fieldstone.json': '{}',
    // GoogleSQL does not tell names of columns apart by their case.
    'views/Orders.sql': '-- @column Total - The sum\nSELECT 1 AS total',
    'endpoints/own.sql': "SELECT 2 AS total, 'orders' AS title",
    'endpoints/read.sql': 'SELECT o.total FROM Orders AS o',
  });

  const { endpoints } = await loadProject(folder);

  expect(endpoints.map(({ columns }) => columns[0]?.description)).toEqual([undefined, 'The sum']);
});

test('endpoints have the defaults of the project', async () => {
  const folder = folderWith({
    'fieldstone.json': JSON.stringify({
      defaults: { maxRows: 7, cache: '2m', warm: '1m', sandbox: true, redact: true, shape: false },
    }),
    'endpoints/a.sql': 'SELECT 1 AS n',
    'endpoints/b.sql': '-- @cache off\n-- @warm off\n-- @maxRows 8\nSELECT 1 AS n',
  });

  const { endpoints } = await loadProject(folder);

  const common = { sandbox: true, redactPii: true, shape: false };
  expect(endpoints.map(({ settings }) => settings)).toEqual([
    { ...common, maxRows: 7, cacheSeconds: 120, warmSeconds: 60 },
    { ...common, maxRows: 8 },
  ]);
});

test('the mistakes of endpoints are in the order of their names, whatever part finds them', async () => {
  const folder = folderWith({
    'fieldstone.json': '{}',
    'endpoints/a.sql': 'SELECT nothing',
    'endpoints/b.sql': '-- @nosuch\nSELECT 1 AS n',
    'endpoints/c.sql': 'SELECT nothing',
    'endpoints/d-e.sql': 'SELECT 1 AS n',
    'endpoints/d.e.sql': 'SELECT 1 AS n',
  });

  const problem = await problemOf(folder);

  expect([...problem.matchAll(/^endpoints\/(.*)\.sql/gm)].map(([, name]) => name)).toEqual([
    ...['a', 'b', 'c'],
    'd.e',
  ]);
});
