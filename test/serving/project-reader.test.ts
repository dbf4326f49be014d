import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ProjectReader, type ReadEndpoints } from '../../src/serving/project-reader.ts';
import { projectFolder } from '../support/project-folder.ts';

const FILES = {
  'fieldstone.json': '{"tables": {"orders": {}, "customers": {}}}',
  'tables/orders.json': '[{"name": "id", "type": "INT64"}, {"name": "paid", "type": "BOOL"}]',
  'tables/customers.json': '[{"name": "name", "type": "STRING"}]',
  'views/paid.sql': 'SELECT o.id FROM orders AS o WHERE o.paid',
  'functions/twice.sql': 'CREATE FUNCTION twice(n INT64) AS (2 * n);',
  'endpoints/customers.sql': 'SELECT c.name FROM customers AS c',
  'endpoints/orders.sql': 'SELECT o.id FROM orders AS o',
  'endpoints/paid.sql': 'SELECT twice(p.id) AS id FROM paid AS p',
  'endpoints/coded/query.sql': 'SELECT @mark AS mark',
  'endpoints/coded/endpoint.ts': `import { mark } from '../../lib/mark.ts';
export default {
  derive: { uses: [], parameters: { mark: 'STRING!' }, compute: () => ({ mark }) },
};`,
  'lib/mark.ts': "export const mark = 'one';",
};

/** A project, how it is read, and how its files are changed: undefined deletes one. */
async function reading(others: Readonly<Record<string, string>> = {}) {
  const folder = projectFolder({ ...FILES, ...others });
  const reader = new ProjectReader(folder);
  const first = await reader.read();
  const change = (files: Readonly<Record<string, string | undefined>>) => {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      if (text === undefined) rmSync(path);
      else writeFileSync(path, text);
    }
    return reader.read();
  };
  return { change, first };
}

const endpointOf = ({ endpoints }: ReadEndpoints, name: string) =>
  endpoints.find(({ definition }) => definition.name === name);

/** The names of endpoints that are others than before. */
function changed(before: ReadEndpoints, after: ReadEndpoints): readonly string[] {
  return after.endpoints
    .filter((endpoint) => !before.endpoints.includes(endpoint))
    .map(({ definition }) => definition.name);
}

const placesOf = ({ problems }: ReadEndpoints) =>
  problems.map(({ file, line }) => `${file}:${line}`);

test.each([
  [{ 'endpoints/orders.sql': 'SELECT o.id AS n FROM orders AS o' }, ['orders']],
  [{ 'views/paid.sql': 'SELECT o.id FROM orders AS o' }, ['paid']],
  [{ 'functions/twice.sql': 'CREATE FUNCTION twice(n INT64) AS (n * 2);' }, ['paid']],
  [{ 'tables/customers.json': '[{"name": "name", "type": "BYTES"}]' }, ['customers']],
  [
    {
      'tables/orders.json':
        '[{"name": "id", "type": "INT64"}, {"name": "paid", "type": "BOOL"}, {"name": "at", "type": "DATE"}]',
    },
    ['orders', 'paid'],
  ],
  [{ 'lib/mark.ts': "export const mark = 'two';" }, ['coded']],
  [
    { 'fieldstone.json': '{"tables": {"orders": {}, "customers": {"optional": true}}}' },
    ['customers'],
  ],
  [
    {
      'fieldstone.json': '{"defaults": {"maxRows": 7}, "tables": {"orders": {}, "customers": {}}}',
    },
    ['coded', 'customers', 'orders', 'paid'],
  ],
])('%o changes the endpoints that read it alone', async (files, names) => {
  const { change, first } = await reading();
  const after = await change(files);

  expect(first.endpoints).toHaveLength(4);
  expect(changed(first, after)).toEqual(names);
  for (const name of names) {
    expect(endpointOf(after, name)?.version).not.toBe(endpointOf(first, name)?.version);
  }
});

test('code that derives parameters is the changed module’s', async () => {
  const { change } = await reading();
  const after = await change({ 'lib/mark.ts': "export const mark = 'two';" });

  expect(endpointOf(after, 'coded')?.definition.derive.compute({}, 0n)).toEqual({ mark: 'two' });
});

test.each([
  [{ 'endpoints/orders.sql': 'SELECT o.nothing FROM orders AS o' }, 'endpoints/orders.sql:1'],
  [{ 'views/paid.sql': 'SELECT' }, 'views/paid.sql:1'],
  [{ 'views/paid.sql': 'SELECT o.none FROM orders AS o' }, 'views/paid.sql:1'],
  [{ 'functions/twice.sql': 'CREATE FUNCTION' }, 'functions/twice.sql:1'],
  [{ 'tables/orders.json': '[' }, 'tables/orders.json:1'],
  [{ 'fieldstone.json': '{\n"tables": 1}' }, 'fieldstone.json:2'],
  [{ 'lib/mark.ts': '\nexport const mark = ;' }, 'lib/mark.ts:2'],
])('with %o all endpoints stay as they were, and can be mended', async (files, place) => {
  const { change, first } = await reading();
  const wrong = await change(files);

  expect(placesOf(wrong)).toEqual([place]);
  expect(wrong.endpoints).toEqual(first.endpoints);
  expect(changed(first, wrong)).toEqual([]);

  const mended = await change(FILES);
  expect(mended.problems).toEqual([]);
  expect(mended.endpoints).toHaveLength(4);
});

test('what is right beside a wrong file is served', async () => {
  const { change } = await reading();
  await change({ 'views/paid.sql': 'SELECT' });
  const after = await change({ 'endpoints/orders.sql': 'SELECT 2 * o.id AS n FROM orders AS o' });

  expect(placesOf(after)).toEqual(['views/paid.sql:1']);
  expect(endpointOf(after, 'orders')?.columns.map(({ name }) => name)).toEqual(['n']);
});

test('an endpoint that never was right is not there, and one whose file is gone is gone', async () => {
  const { change } = await reading();
  const after = await change({ 'endpoints/new.sql': 'SELEC 1', 'endpoints/orders.sql': undefined });

  expect(after.endpoints.map(({ definition }) => definition.name)).toEqual([
    'coded',
    'customers',
    'paid',
  ]);
  expect(placesOf(after)).toEqual(['endpoints/new.sql:1']);
});

test('an endpoint that reads a table that is gone stays, and so does the table for it', async () => {
  const { change } = await reading();
  const after = await change({
    'fieldstone.json': '{"tables": {"orders": {}}}',
    'tables/customers.json': undefined,
  });

  expect(placesOf(after)).toEqual(['endpoints/customers.sql:1']);
  expect(endpointOf(after, 'customers')).toBeDefined();
  expect(after.project.tables.has('customers')).toBe(true);
});

test('an endpoint that clashes with an earlier version of a wrong one waits for it', async () => {
  const id = '-- @id 8c4253cd-741a-44c9-bd3e-95c92c320f7b\n';
  const { change, first } = await reading({ 'endpoints/orders.sql': `${id}SELECT 1 AS n` });
  const after = await change({
    'endpoints/orders.sql': 'SELEC',
    'endpoints/customers.sql': `${id}SELECT 1 AS n`,
  });

  expect(placesOf(after)).toEqual(['endpoints/orders.sql:1', 'endpoints/orders.sql:1']);
  expect(after.endpoints).toEqual(first.endpoints);
});

test('a project whose fieldstone.json never was right has nothing but that problem', async () => {
  const { change, first } = await reading({ 'fieldstone.json': '{' });

  expect([first.endpoints, placesOf(first)]).toEqual([[], ['fieldstone.json:1']]);
  expect((await change(FILES)).endpoints).toHaveLength(4);
});

test('an example that cannot be sent is a problem at its tag', async () => {
  const { change, first } = await reading({
    'endpoints/orders.sql':
      '-- Orders.\n-- @example {"id": "first"}\nSELECT o.id FROM orders AS o WHERE o.id = @id',
  });

  expect(first.problems).toMatchObject([
    {
      file: 'endpoints/orders.sql',
      line: 2,
      column: 13,
      message: expect.stringContaining('Argument "id" cannot be "first"'),
    },
  ]);
  expect(endpointOf(first, 'orders')).toBeUndefined();

  const mended = await change({
    'endpoints/orders.sql':
      '-- Orders.\n-- @example {"id": 1}\nSELECT o.id FROM orders AS o WHERE o.id = @id',
  });

  expect(mended.problems).toEqual([]);
  expect(endpointOf(mended, 'orders')).toBeDefined();
});
