import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { runInit } from './run-init.ts';

test('init writes what it inferred, a key that is valid, and what git ignores', async () => {
  const source = projectFolder({ 'orders.csv': 'id,amount\n1,2.5\n' });

  const { folder, lines } = await runInit({ data: [join(source, 'orders.csv')] });

  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(lines[0]).toBe('endpoints/orders.sql  orders');
  expect(JSON.parse(read('tables/orders.json'))).toEqual([
    { name: 'id', type: 'INT64', mode: 'NULLABLE' },
    { name: 'amount', type: 'FLOAT64', mode: 'NULLABLE' },
  ]);
  expect(JSON.parse(read('fieldstone.json'))).toEqual({
    tables: { orders: { data: 'data/orders.csv' } },
  });
  expect(read('.env')).toMatch(/^ENGINE=duckdb\nDEMO=false\nFIELDSTONE_KEY=fsk_\w+\n$/);
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  expect(read('.data/keys.json')).not.toContain('fsk_');
  expect(read('.gitignore')).toBe('node_modules/\n.env\n.data/\n');
  expect(read('schema/schema.graphql')).toContain('orders(');
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(22);
  expect(read('AGENTS.md')).toContain('npx fieldstone check');
  expect(read('AGENTS.md')).toContain('`.mcp.json`');
  const servers = Object.values(JSON.parse(read('.mcp.json')).mcpServers);
  expect(servers).toEqual([{ command: 'npx', args: ['fieldstone', 'mcp'] }]);
});

test('init reads files in its folder in place, and takes folders and globs for one table', async () => {
  const folder = projectFolder({
    'sales/2025/a.csv': 'id\n1\n',
    'sales/2026/b.csv': 'id\n2\n',
    'visits_1.ndjson': '{"day": "2026-01-01"}\n',
    'visits_2.ndjson': '{"day": "2026-01-02"}\n',
  });

  await runInit({ data: [join(folder, 'sales'), join(folder, 'visits_*.ndjson')] }, folder);

  expect(JSON.parse(readFileSync(join(folder, 'fieldstone.json'), 'utf8'))).toEqual({
    tables: { sales: { data: 'sales/**/*.csv' }, visits: { data: 'visits_*.ndjson' } },
  });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('init adds to a .mcp.json that is there', async () => {
  const source = projectFolder({ 'orders.csv': 'id\n1\n' });
  const other = { url: 'https://other.example/mcp' };
  const folder = projectFolder({ '.mcp.json': JSON.stringify({ mcpServers: { other } }) });

  await runInit({ data: [join(source, 'orders.csv')] }, folder);

  const { mcpServers } = JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8'));
  expect(Object.values(mcpServers)).toEqual([
    { command: 'npx', args: ['fieldstone', 'mcp'] },
    other,
  ]);
});

test('init adds to a package.json and a .gitignore that are there', async () => {
  const source = projectFolder({ 'orders.csv': 'id\n1\n' });
  const folder = projectFolder({
    'package.json':
      '{"name": "mine", "scripts": {"start": "node ."}, "dependencies": {"fieldstone": "file:x.tgz"}}',
    '.gitignore': '/node_modules',
  });

  await runInit({ data: [join(source, 'orders.csv')] }, folder);

  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
    name: 'mine',
    scripts: { start: 'node .', dev: 'fieldstone dev', check: 'fieldstone check' },
    dependencies: { fieldstone: 'file:x.tgz' },
  });
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('/node_modules\n.env\n.data/\n');
});

test('init leaves the folder as it was where the data have no fields, and says all that is wrong', async () => {
  const source = projectFolder({ 'none.csv': '', 'bad.csv': 'a,b\n1\n', 'good.csv': 'a\n1\n' });
  const folder = temporaryFolder();

  const made = runInit(
    { data: ['none.csv', 'bad.csv', 'good.csv'].map((name) => join(source, name)) },
    folder,
  );

  await expect(made).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/none\.csv" as CSV: it has no header\n.*bad\.csv" line 2: /),
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a file that is not there', { data: ['nowhere.csv'] }, /there is no such file/],
  ['a glob without files', { data: ['no*.csv'] }, /no file matches/],
  ['a file of another format', { data: [import.meta.filename] }, /its name must end in/],
  ['a dataset without its project', { bigquery: 'sales' }, /like my-project\.my_dataset/],
] as const)('init refuses %s as wrong use', async (_, source, message) => {
  const made = runInit(source);

  await expect(made).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(message),
  });
});

test('init refuses a folder with other files, or with a variable that it writes', async () => {
  const full = projectFolder({ 'package.json': '{}', 'notes.txt': '' });
  const set = projectFolder({ '.env': 'FIELDSTONE_KEY=mine\n' });

  await expect(runInit({}, full)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('notes.txt'),
  });
  await expect(runInit({}, set)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('FIELDSTONE_KEY'),
  });
  writeFileSync(join(set, '.env'), 'DEMO=false\n');
  await runInit({}, set);
  expect(readFileSync(join(set, '.env'), 'utf8')).toMatch(
    /^DEMO=false\nENGINE=duckdb\nFIELDSTONE_KEY=/,
  );
});
