import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import { tableFilesOf } from '../../../src/engines/opening/open-engine.ts';
import { loadProject } from '../../../src/project/load-project.ts';
import { compileQuery } from '../../engines/compile-query.ts';
import { ownProcesses, sharedProcesses } from '../../support/engine-processes.ts';
import { inferShared } from '../../support/infer-shared.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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

const load = (folder: string) => loadProject(folder, { inferFields: inferShared });

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

test('a table whose files are missing fails statements, and is empty only where it is optional', async () => {
  const schema = { 'orders.json': JSON.stringify([{ name: 'id', type: 'INT64' }]) };
  const of = (settings: object) =>
    projectFolder(
      { orders: { data: 'data/gone*.csv', schema: 'orders.json', ...settings } },
      schema,
    );
  const sql = 'SELECT o.id FROM orders AS o';

  await expect(rowsOf(of({}), sql)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  expect(await rowsOf(of({ optional: true }), sql)).toEqual([]);

  const files = tableFilesOf(await load(of({})), temporaryFolder());
  const engine = new DuckDbEngine({ files, processes: sharedProcesses() });
  onTestFinished(() => engine.close());
  expect(engine.damagedFiles()).toBe(1);
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
  [
    { orders: { data: 'none/*.csv' } },
    'fieldstone.json:1:22: tables.orders.data: no file matches "none/*.csv"',
  ],
  [
    { orders: {} },
    'fieldstone.json:1:12: tables.orders: its fields are in no file tables/orders.json',
  ],
  [{ orders: { data: '../x.csv' } }, 'must be a glob below the folder of the project'],
  [{ orders: { data: [] } }, 'must name a glob'],
  [{ orders: { data: 'data/*.txt' } }, 'Cannot tell the format of "a.txt"'],
  [
    { orders: { data: 'data/*.csv', schema: 'no.json' } },
    'tables.orders.schema: its fields are in no file no.json',
  ],
])('loadProject refuses %j', async (tables, message) => {
  const folder = projectFolder(tables, { 'data/a.txt': 'x', 'data/orders.csv': ORDERS });
  await expect(load(folder)).rejects.toThrow(message);
});

const SCHEMA = JSON.stringify([
  { name: 'a', type: 'INT64' },
  { name: 'b', type: 'STRING' },
]);

/** A table with a schema over all files in the folder `data`. */
function tableOver(files: Readonly<Record<string, string>>): string {
  return projectFolder({ t: { data: 'data/*', schema: 's.json' } }, { 's.json': SCHEMA, ...files });
}

/** Runs statements over a project's tables, in processes of its own. */
async function openOver(folder: string) {
  const project = await load(folder);
  const damage: (readonly string[])[] = [];
  const engine = new DuckDbEngine({
    files: tableFilesOf(project, temporaryFolder()),
    processes: ownProcesses({ folders: [folder] }),
    onDamage: (lines) => damage.push(lines),
  });
  onTestFinished(() => engine.close());
  const run = async (sql: string) => {
    const query = compileQuery(sql, {}, { tables: project.tables });
    return (await engine.run(query, { signal: new AbortController().signal })).rows;
  };
  return { engine, run, damage };
}

test.each([
  [
    'a.csv',
    'a,b\n1,x\n2\n',
    /^"[^"]*a\.csv" line 3: must have as many fields as its header, 2, not 1$/,
  ],
  ['a.ndjson', '{"a":1}\n{"a":', /^"[^"]*a\.ndjson" line 2: is no JSON: "\{\\"a\\":"$/],
  [
    'a.csv',
    `a,b\n1,${'x'.repeat(3_000_000)}\n`,
    /^"[^"]*a\.csv" cannot be read: CSV Error on Line: 2: Maximum line size of \d+ bytes exceeded/,
  ],
])('the log says where %s cannot be read', async (name, text, line) => {
  const { damage, run } = await openOver(tableOver({ [`data/${name}`]: text }));
  await expect(run('SELECT t.a, t.b FROM t')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  expect(damage.at(-1)).toEqual([expect.stringMatching(line)]);
});

test('a damaged file is not taken for one whose name is the beginning of its own', async () => {
  const folder = tableOver({ 'data/a.csv': 'a,b\n1,x\n' });
  writeFileSync(join(folder, 'data', 'a.csv.gz'), gzipSync('a,b\n1,x\n').subarray(0, 20));
  const { damage, run } = await openOver(folder);
  await expect(run('SELECT t.a FROM t')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  expect(damage.at(-1)).toEqual([expect.stringContaining('a.csv.gz"')]);
});

test('a file whose name does not tell its format fails statements, and counts as damaged', async () => {
  const folder = tableOver({ 'data/a.csv': 'a,b\n1,x\n' });
  const { damage, engine, run } = await openOver(folder);
  expect(await run('SELECT t.a FROM t')).toEqual([[1]]);
  writeFileSync(join(folder, 'data', 'README.txt'), 'what the files are');
  await expect.poll(() => run('SELECT t.a FROM t').catch(({ code }) => code)).toBe('ENGINE_FAILED');
  expect(damage.at(-1)).toEqual([
    expect.stringMatching(/README\.txt": Cannot tell the format .* must end in \.parquet, /),
  ]);
  expect(await engine.check()).toMatchObject({ damaged: 1 });
  rmSync(join(folder, 'data', 'README.txt'));
  await expect.poll(() => run('SELECT t.a FROM t').catch(({ code }) => code)).toEqual([[1]]);
  expect(await engine.check()).not.toHaveProperty('damaged');
});

test('a file that ends the instance of DuckDB does not fail later statements', async () => {
  const folder = tableOver({ 'data/a.csv': 'a,b\n1,x\n' });
  const { run } = await openOver(folder);
  await run('SELECT t.b FROM t');
  expect(await run('SELECT t.b FROM t')).toEqual([['x']]);
  // Within the second in which the files are listed once, so that DuckDB is the first to read it.
  writeFileSync(join(folder, 'data', 'a.csv'), Buffer.from('a,b\n1,caf\u00e9\n', 'latin1'));
  await expect(run('SELECT t.b, 1 AS n FROM t')).rejects.toThrow();
  expect(await run('SELECT 1 AS n')).toEqual([[1]]);
});

test('a file that is replaced by one with its columns in another order is not read by the old order', async () => {
  const schema = SCHEMA.replace('STRING', 'INT64');
  const folder = tableOver({ 'data/a.csv': 'a,b\n1,2\n', 's.json': schema });
  const { run } = await openOver(folder);
  await run('SELECT t.a FROM t');
  expect(await run('SELECT t.a, t.b FROM t')).toEqual([[1, 2]]);
  // Within the second in which the files are listed once.
  writeFileSync(join(folder, 'data', 'a.csv'), 'b,a\n2,1\n');
  expect(await run('SELECT t.a, t.b FROM t')).toEqual([[1, 2]]);
});
