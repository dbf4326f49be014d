import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { run as runCommand } from '../../support/run-import.ts';
import { storedFiles } from '../../support/stored-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROWS = '{"timestamp": "2026-07-01T10:00:00Z", "id": "1", "project": "shop"}\n';

const run = (dataDir: string, commandLine: readonly string[], stdin = '') =>
  runCommand(commandLine, { dataDir, stdin: Buffer.from(stdin) });

const importRows = (dataDir: string, rows: string, ...options: readonly string[]) =>
  run(dataDir, ['postgres.logs', '-', ...options], rows);

const countOf = (dataDir: string) =>
  new TableFiles({ dataDir: dataDir })
    .manifest('postgres.logs')
    .files.reduce((sum, { rows }) => sum + rows, 0);

test('import refuses the same input into the same table, unless it is told to take it again', async () => {
  const dataDir = temporaryFolder();
  await importRows(dataDir, ROWS);
  const [first] = new TableFiles({ dataDir: dataDir }).manifest('postgres.logs').imports;

  const refused = await importRows(dataDir, ROWS);

  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    `these rows are in postgres.logs for project "shop" since ${first?.at}, by import ${first?.id}; --again adds them once more`,
  );
  expect(countOf(dataDir)).toBe(1);
  expect((await importRows(dataDir, ROWS, '--again')).code).toBe(0);
  expect(countOf(dataDir)).toBe(2);
  expect((await run(dataDir, ['postgREST.logs.prod', '-'], ROWS)).code).toBe(0);
});

test('import refuses an input of several projects without the name of one', async () => {
  const dataDir = temporaryFolder();
  const rows = ROWS + ROWS.replace('shop', 'bar');
  await importRows(dataDir, rows);

  expect((await importRows(dataDir, rows)).stderr).toContain('are in postgres.logs since');
});

test('import takes the same input once where several do it at a time', async () => {
  const dataDir = temporaryFolder();

  const results = await Promise.all([1, 2, 3].map(() => importRows(dataDir, ROWS)));

  expect(results.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
  expect(countOf(dataDir)).toBe(1);
});

test('import --list shows the imports, and --undo removes the rows of one', async () => {
  const dataDir = temporaryFolder();
  await importRows(dataDir, ROWS);
  await importRows(dataDir, ROWS.replace('"1"', '"2"'));
  const [first, second] = new TableFiles({ dataDir: dataDir }).manifest('postgres.logs').imports;

  const { stdout } = await run(dataDir, ['--list']);
  expect(stdout.split('\n')).toHaveLength(4);
  expect(stdout).toContain(`${second?.id}`);

  expect(await run(dataDir, ['--undo', `${first?.id}`])).toEqual({
    code: 0,
    stderr: '',
    stdout: 'Removed 1 rows of postgres.logs\n',
  });
  expect(countOf(dataDir)).toBe(1);
  expect(storedFiles(new TableFiles({ dataDir: dataDir }), 'postgres.logs')).toHaveLength(1);
  expect((await importRows(dataDir, ROWS)).code).toBe(0);
});

test.each([
  [['--undo', 'x'], 1, 'There is no import "x"; fieldstone import --list shows those there are\n'],
  [['--list', 'postgres.logs'], 2, /--list and --undo take no table and no file/],
])('import %s', async (commandLine, code, message) => {
  const { stderr, ...result } = await run(temporaryFolder(), commandLine);

  expect(result).toEqual({ code, stdout: '' });
  expect(stderr).toMatch(message);
});

test('import lists and undoes the imports of other tables where a manifest cannot be read', async () => {
  const dataDir = temporaryFolder();
  await importRows(dataDir, ROWS);
  const [known] = new TableFiles({ dataDir: dataDir }).manifest('postgres.logs').imports;
  mkdirSync(join(dataDir, 'auth.logs'));
  writeFileSync(join(dataDir, 'auth.logs', 'manifest.json'), 'nothing');
  const stderr = expect.stringMatching(/^Cannot read the manifest of table "auth\.logs"[^\n]*\n$/);

  const stdout = expect.stringContaining(`${known?.id}`);
  expect(await run(dataDir, ['--list'])).toEqual({ code: 1, stderr, stdout });
  expect(await run(dataDir, ['--undo', 'x'])).toEqual({ code: 1, stderr, stdout: '' });
  expect((await run(dataDir, ['--undo', `${known?.id}`])).code).toBe(0);
});

test('import --list says that there is nothing', async () => {
  expect((await run(temporaryFolder(), ['--list'])).stdout).toBe('There are no imports\n');
});

test('import refuses a table whose schema no longer has a column of its data, as the start does', async () => {
  const dataDir = temporaryFolder();
  await importRows(dataDir, ROWS);
  const folder = new TableFiles({ dataDir: dataDir }).folder('postgres.logs');
  const text = JSON.stringify(folder.manifest());
  await folder.replace(JSON.parse(text.replace('"name":"event_message"', '"name":"message"')));

  const { code, stderr } = await importRows(dataDir, ROWS, '--again');

  expect(code).toBe(1);
  expect(stderr).toContain('column "message" is in the data and no longer in the schema');
  expect(countOf(dataDir)).toBe(1);
});
