import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SqlError } from '#googlesql';
import { readEndpoints, sqlProblem } from '../../src/project/endpoint-files.ts';
import { printProblem } from '../../src/project/problems/problem.ts';
import { projectFolder } from '../support/project-folder.ts';

const SQL = '-- Text.\n-- @cache 1h\nSELECT 1 AS one';

const read = (files: Readonly<Record<string, string>>) =>
  readEndpoints(projectFolder(files), 'endpoints');

test('a byte order mark before the SQL is not read', async () => {
  const { problems, sources } = await read({ 'endpoints/a.sql': `\uFEFF${SQL}` });

  expect(problems).toEqual([]);
  expect(sources).toMatchObject([{ name: 'a', sql: SQL }]);
});

test('a file is an endpoint, and so is a folder', async () => {
  const { problems, sources } = await read({
    'endpoints/orders.by-day.sql': SQL,
    'endpoints/b/query.sql': 'SELECT 2 AS two',
    'endpoints/c/query.sql': SQL,
    'endpoints/c/endpoint.ts': 'export default { a: 1 };',
    'endpoints/README.md': 'Text',
    'endpoints/.hidden/x.sql': 'x',
    'endpoints/.old.sql': 'x',
  });

  expect(problems).toEqual([]);
  expect(sources).toMatchObject([
    { name: 'b', file: 'endpoints/b/query.sql', sql: 'SELECT 2 AS two', header: { end: 0 } },
    {
      name: 'c',
      file: 'endpoints/c/query.sql',
      spec: {
        file: 'endpoints/c/endpoint.ts',
        text: 'export default { a: 1 };',
        value: { a: 1 },
      },
    },
    {
      name: 'orders.by-day',
      file: 'endpoints/orders.by-day.sql',
      sql: SQL,
      header: { description: 'Text.', cache: { value: 3_600 } },
    },
  ]);
  expect(sources.map(({ spec }) => spec !== undefined)).toEqual([false, true, false]);
});

test('a project without endpoints has none', async () => {
  expect(await read({})).toEqual({ sources: [], problems: [] });
});

test('all mistakes of all endpoints are said, and the others are there', async () => {
  const { problems, sources } = await read({
    'endpoints/Orders.sql': '-- @cahce 1h\nSELECT 1 AS one',
    'endpoints/a.b.sql': SQL,
    'endpoints/a_b.sql': SQL,
    'endpoints/both.sql': SQL,
    'endpoints/both/query.sql': SQL,
    'endpoints/empty/endpoint.ts': 'export const a = 1;',
    'endpoints/estimate.sql': SQL,
    'endpoints/good.sql': SQL,
    'endpoints/tags.sql': '-- @cache 1\n-- @warm 1\nSELECT 1 AS one',
  });

  expect(sources.map(({ name }) => name)).toEqual(['a.b', 'good']);
  expect(problems.map(({ endpoint }) => endpoint)).toEqual([
    ...['Orders', 'Orders', 'a_b', 'both', 'empty', 'empty', 'estimate', 'tags', 'tags'],
  ]);
  expect(problems.map(printProblem)).toEqual([
    'endpoints/Orders.sql:1:1: "Orders" is no name of an endpoint, which is words of a-z and 0-9 with ".", "_" or "-" between: call it "orders"',
    'endpoints/Orders.sql:1:4: There is no tag "@cahce": write "@cache"\n> 1 | -- @cahce 1h\n    |    ^',
    'endpoints/a_b.sql:1:1: "a_b" has the GraphQL name of "a.b", aB: call it "a_b-2"',
    'endpoints/both.sql:1:1: "both" is also in endpoints/both/query.sql: leave one of them',
    'endpoints/empty/query.sql:1:1: Cannot read the file: there is no such file',
    expect.stringContaining(
      'endpoints/empty/endpoint.ts:1:1: Expected an export: write "export default defineEndpoint({…})"\n> 1 | export',
    ),
    'endpoints/estimate.sql:1:1: "estimate" is a name of Fieldstone\'s own: call it "estimate.all"',
    expect.stringContaining('endpoints/tags.sql:1:11: @cache cannot be "1"'),
    expect.stringContaining('endpoints/tags.sql:2:10: @warm cannot be "1"'),
  ]);
});

test('a folder that is called like a file is a folder', async () => {
  const folder = projectFolder({ 'endpoints/a.sql': SQL });
  mkdirSync(join(folder, 'endpoints/b.sql'));

  const { problems, sources } = await readEndpoints(folder, 'endpoints');

  expect(sources.map(({ name }) => name)).toEqual(['a']);
  expect(problems.map(({ file }) => file)).toEqual(['endpoints/b.sql/query.sql']);
});

test('an error of the SQL is a problem at its place', () => {
  const problem = sqlProblem({ file: 'a.sql', sql: 'SELECT\n\tx' }, new SqlError('No x', 8));

  expect(printProblem(problem)).toBe('a.sql:2:2: No x\n> 2 | \tx\n    | \t^');
});

test('a module that cannot be imported is a problem at its place', () => {
  const folder = projectFolder({
    'endpoints/syntax/endpoint.ts': 'export default {\n  a: 1,\n  b: ;\n};',
    'endpoints/throws/endpoint.ts': 'const a: number = 1;\n  throw new Error("No");',
    'endpoints/missing/endpoint.ts': 'import "./nothing.ts";',
    'endpoints/enum/endpoint.ts': '\nenum A { B }\nexport default A;',
  });
  const module = fileURLToPath(new URL('../../src/project/endpoint-files.ts', import.meta.url));
  // Node itself: the test runner has an importer of its own, whose errors are others.
  const script = `
    const { readEndpoints } = await import(process.argv[1]);
    const { problems } = await readEndpoints(process.argv[2], 'endpoints');
    console.log(JSON.stringify(problems.filter(({ file }) => file.endsWith('.ts'))));`;
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', script, module, folder],
    { encoding: 'utf8' },
  );

  expect(JSON.parse(output)).toMatchObject([
    { endpoint: 'enum', line: 2, column: 1, message: expect.stringContaining('enum is not supp') },
    { endpoint: 'missing', line: 1, column: 1, message: expect.stringContaining('nothing.ts') },
    { endpoint: 'syntax', line: 3, column: 6, message: expect.stringContaining('Expression exp') },
    { endpoint: 'throws', line: 2, column: 9, message: 'Cannot import the module: No' },
  ]);
});
