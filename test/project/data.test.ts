import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import { inferTable } from '../../src/engines/duckdb/infer-table.ts';
import { tableFilesOf } from '../../src/engines/open-engine.ts';
import { loadProject } from '../../src/project/load-project.ts';
import { compileQuery } from '../engines/compile-query.ts';
import { sharedProcesses } from '../support/engine-processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ORDERS =
  'id,ordered_at,amount,zip\n1,2026-07-01T10:00:00Z,12.50,01234\n2,2026-07-02T10:00:00Z,,90210\n';
const EVENTS = '{"id":"a","tags":["x","y"],"user":{"name":"Ada"}}\n{"id":"b"}\n';

/** A project whose tables are files in its folder. */
function projectFolder(tables: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'fieldstone.json'), JSON.stringify({ tables }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const load = (folder: string) => loadProject(folder, { inferFields: inferTable });

async function rowsOf(folder: string, sql: string) {
  const project = await load(folder);
  const engine = new DuckDbEngine({
    files: tableFilesOf(project, temporaryFolder()),
    processes: sharedProcesses(),
  });
  onTestFinished(() => engine.close());
  const query = compileQuery(sql, {}, { tables: project.tables });
  return (await engine.run(query, { signal: new AbortController().signal })).rows;
}

test('a table without a file of its fields has those that its data tell', async () => {
  const folder = projectFolder(
    { orders: { data: 'data/orders*.csv' }, events: { data: ['data/*.ndjson'] } },
    { 'data/orders-1.csv': ORDERS, 'data/events.ndjson': EVENTS },
  );
  const { tables } = await load(folder);
  expect(tables.get('orders')?.fields).toMatchObject([
    { name: 'id', type: 'INT64' },
    { name: 'ordered_at', type: 'TIMESTAMP' },
    { name: 'amount', type: 'FLOAT64' },
    { name: 'zip', type: 'STRING' },
  ]);
  expect(
    await rowsOf(folder, 'SELECT o.id, o.amount, o.zip FROM orders AS o ORDER BY o.id'),
  ).toEqual([
    [1, 12.5, '01234'],
    [2, null, '90210'],
  ]);
  expect(
    await rowsOf(folder, 'SELECT e.id, e.tags, e.user.name FROM events AS e ORDER BY e.id'),
  ).toEqual([
    ['a', ['x', 'y'], 'Ada'],
    ['b', [], null],
  ]);
});

test('a table with a file of its fields is read as that says', async () => {
  const folder = projectFolder(
    { orders: { data: 'data/*.csv', schema: 'orders.json' } },
    {
      'data/orders.csv': ORDERS,
      'orders.json': JSON.stringify([
        { name: 'ID', type: 'STRING' },
        { name: 'amount', type: 'NUMERIC' },
      ]),
    },
  );
  expect(await rowsOf(folder, 'SELECT o.ID, o.amount FROM orders AS o ORDER BY 1')).toEqual([
    ['1', '12.5'],
    ['2', null],
  ]);
});

test.each([
  [{ orders: { data: 'none/*.csv' } }, 'Cannot use table "orders": no file matches "none/*.csv"'],
  [
    { orders: {} },
    'Cannot use table "orders": fieldstone.json names it, but tables/orders.json is missing',
  ],
  [{ orders: { data: '../x.csv' } }, 'must be a glob below the folder of the project'],
  [{ orders: { data: [] } }, 'must name a glob'],
  [{ orders: { data: 'data/*.txt' } }, 'Cannot tell the format of "a.txt"'],
  [
    { orders: { data: 'data/*.csv', schema: 'no.json' } },
    'Cannot use table "orders": fieldstone.json names it, but no.json is missing',
  ],
])('loadProject refuses %j', async (tables, message) => {
  const folder = projectFolder(tables, { 'data/a.txt': 'x', 'data/orders.csv': ORDERS });
  await expect(load(folder)).rejects.toThrow(message);
});
