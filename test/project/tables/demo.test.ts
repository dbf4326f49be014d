import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProject } from '../../../src/project/load-project.ts';
import { demoRowsSql, withDemoConnection } from '../../support/demo-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIELDS = JSON.stringify([
  { name: 'id', type: 'INT64' },
  { name: 'made', type: 'TIMESTAMP' },
]);

/** A project of two tables, of which `orders` has a time, with these files. */
function projectWith(
  demo: { readonly orders?: string; readonly shops?: string },
  files: Readonly<Record<string, string>>,
): string {
  const folder = temporaryFolder();
  const settings = {
    tables: { orders: { time: 'made', demo: demo.orders }, shops: { demo: demo.shops } },
  };
  const all = {
    'fieldstone.json': JSON.stringify(settings),
    'tables/orders.json': FIELDS,
    'tables/shops.json': FIELDS,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

const MODULE = `export default { rowsPerMinute: 60, leastRows: 1, draws: [['one', '1']], row: { id: 'one' } };`;

test.each(['.ts', '.mts', '.js', '.mjs'])(
  'a project makes rows of one table by a %s module, of another by SQL',
  async (extension) => {
    const folder = projectWith(
      { orders: `demo/orders${extension}`, shops: 'demo/shops.sql' },
      {
        [`demo/orders${extension}`]: MODULE,
        'demo/shops.sql': 'SELECT * FROM UNNEST([7, 8]) AS id',
        'package.json': '{ "type": "module" }',
      },
    );

    const { tables } = await loadProject(folder);

    const counts = await withDemoConnection(async (connection) => {
      const texts = [...tables.values()].map((table) => {
        const rows = demoRowsSql(table, { start: 0, end: 60_000_000 });
        return `SELECT count(*) > 0, min(id), max(id) FROM (${rows})`;
      });
      return (await connection.runAndReadAll(texts.join(' UNION ALL '))).getRowsJson();
    });
    expect(counts).toEqual([
      [true, '1', '1'],
      [true, '7', '8'],
    ]);
  },
);

test('a table without demo rows has none', async () => {
  const { tables } = await loadProject(projectWith({}, {}));

  expect([...tables.values()].map(({ demo }) => demo)).toEqual([undefined, undefined]);
});

test.each([
  ['orders.ts', {}, 'there is no such file'],
  ['../orders.ts', {}, 'is not below the project'],
  ['/orders.ts', {}, 'is not below the project'],
  ['orders.csv', { 'orders.csv': '' }, 'is no .sql file and no module (.ts, .mts, .js, .mjs)'],
  ['orders.ts', { 'orders.ts': 'export const a = 1;' }, 'it has no `export default`'],
  ['orders.ts', { 'orders.ts': 'export default {' }, ''],
  [
    'orders.ts',
    { 'orders.ts': MODULE.replace('60', '0') },
    'its default export has a wrong "rowsPerMinute": must be above 0',
  ],
  [
    'orders.ts',
    { 'orders.ts': MODULE.replace(`'one',`, `'one two',`) },
    'its default export has a wrong "draws.0.0": must be a name',
  ],
  ['orders.ts', { 'orders.ts': MODULE.replace('id:', 'key:') }, 'Cannot fill "key"'],
  ['orders.sql', { 'orders.sql': 'SELECT 1 AS id' }, 'it leaves out the column "made"'],
])('the file %s with %j is refused', async (orders, files, problem) => {
  const folder = projectWith({ orders }, files);

  await expect(loadProject(folder)).rejects.toThrow(`: tables.orders.demo: ${problem}`);
});

test('an empty name of a file is refused at its place', async () => {
  await expect(loadProject(projectWith({ orders: '' }, {}))).rejects.toThrow(
    'tables.orders.demo: must name a file',
  );
});
