import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '../../support/imported.ts';
import { run as runCommand, storedRows } from '../../support/run-import.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROWS = '{"timestamp": "2026-07-01T10:00:00Z", "id": "1", "project": "shop"}\n';

const run = (dataDir: string, commandLine: readonly string[], stdin = '') =>
  runCommand(commandLine, { dataDir, stdin: Buffer.from(stdin) });

const importRows = (dataDir: string, rows: string, ...options: readonly string[]) =>
  run(dataDir, ['postgres.logs', '-', ...options], rows);

const countOf = async (dataDir: string) =>
  Number((await storedRows(dataDir, 'postgres.logs', 'count(*)', '1'))[0]?.[0]);

/** The ids of the imports into the table, in no order. */
const idsOf = async (dataDir: string) =>
  (await filesOf(dataDir, 'postgres.logs')).map((path) =>
    path.slice(-'0123456789ab.parquet'.length, -'.parquet'.length),
  );

const AT = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;

test('import refuses the same input into the same table, unless it is told to take it again', async () => {
  const dataDir = temporaryFolder();
  await importRows(dataDir, ROWS);
  const [first] = await idsOf(dataDir);

  const refused = await importRows(dataDir, ROWS);

  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    new RegExp(
      `these rows are in postgres.logs since ${AT}, by import ${first}; --undo ${first} removes them, --again adds them once more`,
    ),
  );
  expect(await countOf(dataDir)).toBe(1);
  expect((await importRows(dataDir, ROWS, '--again')).code).toBe(0);
  expect(await countOf(dataDir)).toBe(2);
  expect((await run(dataDir, ['postgREST.logs.prod', '-'], ROWS)).code).toBe(0);
});

test('import takes one input for two tenants, and refuses it for each of them a second time', async () => {
  const dataDir = temporaryFolder();
  const rows = '{"timestamp": "2026-07-01T10:00:00Z", "id": "1"}\n';
  const codes: number[] = [];
  const messages: string[] = [];
  for (const tenant of ['a', 'b', 'a', 'b']) {
    const { code, stderr } = await importRows(dataDir, rows, '--tenant', tenant);
    codes.push(code);
    messages.push(stderr);
  }

  expect(codes).toEqual([0, 0, 1, 1]);
  expect(messages[3]).toContain('these rows are in postgres.logs for tenant "b" since');
  expect(await storedRows(dataDir, 'postgres.logs', 'project', 'project')).toEqual([['a'], ['b']]);
});

test('import takes the same input once where several do it at a time', async () => {
  const dataDir = temporaryFolder();

  const results = await Promise.all([1, 2, 3].map(() => importRows(dataDir, ROWS)));

  expect(results.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
  expect(await countOf(dataDir)).toBe(1);
});

test('import --list shows the imports, and --undo removes the rows of one', async () => {
  const dataDir = temporaryFolder();
  await importRows(dataDir, ROWS);
  await importRows(dataDir, ROWS.replace('"1"', '"2"'));
  const [first, second] = await idsOf(dataDir);

  const { stdout } = await run(dataDir, ['--list']);
  expect(stdout.split('\n')).toHaveLength(4);
  expect(stdout).toContain(`${second}`);

  expect(await run(dataDir, ['--undo', `${first}`])).toEqual({
    code: 0,
    stderr: '',
    stdout: `Removed import ${first} from postgres.logs\n`,
  });
  expect(await countOf(dataDir)).toBe(1);
  expect(await idsOf(dataDir)).toEqual([second]);
  // Either of the rows, which is no longer there.
  const other = ROWS.replace('"1"', '"2"');
  const again = [await importRows(dataDir, ROWS), await importRows(dataDir, other)];
  expect(again.map(({ code }) => code).sort()).toEqual([0, 1]);
});

test('import and --undo replace the marker that services look at', async () => {
  const dataDir = temporaryFolder();
  const marker = join(dataDir, 'tables', 'changed');
  const states: unknown[] = [];
  const look = () => states.push([readFileSync(marker, 'utf8'), statSync(marker).ino]);
  await importRows(dataDir, ROWS);
  look();
  const [id] = await idsOf(dataDir);
  await run(dataDir, ['--undo', `${id}`]);
  look();
  await run(dataDir, ['--list']);
  look();

  expect(states[1]).not.toEqual(states[0]);
  expect(states[2]).toEqual(states[1]);
});

test.each([
  [['--undo', 'x'], 1, 'There is no import "x"; fieldstone import --list shows those there are\n'],
  [['--list', 'postgres.logs'], 2, /--list and --undo take no table and no file/],
])('import %s', async (commandLine, code, message) => {
  const { stderr, ...result } = await run(temporaryFolder(), commandLine);

  expect(result).toEqual({ code, stdout: '' });
  expect(stderr).toMatch(message);
});

test('import --list says that there is nothing', async () => {
  expect((await run(temporaryFolder(), ['--list'])).stdout).toBe('There are no imports\n');
});

test.each([
  ['import', ['postgres.logs', '-']],
  ['import --list', ['--list']],
  ['import --undo', ['--undo', '0123456789ab']],
])('%s refuses data of the release before, which it would not see', async (_, commandLine) => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'postgres.logs'));
  writeFileSync(join(dataDir, 'postgres.logs', 'manifest.json'), '{}');

  const refused = await run(dataDir, commandLine, ROWS);

  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'The data of table "postgres.logs" are of the release before: start the service once, which takes them over',
  );
});
