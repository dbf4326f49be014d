import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.ts';

const BIN = fileURLToPath(new URL('../../../src/bin.cjs', import.meta.url));

/** Adds to each sent number, in the order of the numbers. */
const SQL = `SELECT n + @more AS n FROM UNNEST(@numbers) AS n ORDER BY n`;

const FILES = {
  'fieldstone.json': '{"tables": {"stored": {"data": "data/stored.csv"}}}',
  'data/stored.csv': 'n\n1\n2\n',
  'tables/stored.json': '[{"name": "n", "type": "INT64"}]',
  'endpoints/stored.rows.sql': 'SELECT s.n FROM stored AS s ORDER BY s.n',
  '.env': 'DATA_DIR=.data\nDEMO=false\n',
  'endpoints/sums.sql': `-- @param {ARRAY<INT64>!} numbers\n-- @param {INT64!} more\n${SQL}`,
};

function query(...args: readonly string[]): Promise<string> {
  return run(FILES, 'query', 'sums', '--format', 'csv', ...args);
}

async function run(files: typeof FILES, ...args: readonly string[]): Promise<string> {
  const words = ['-C', projectFolder(files), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, [BIN, ...words]);
  return stdout.replaceAll('\r\n', ' ').trim();
}

test('query sends an array as its option repeated', async () => {
  expect(await query('--more', '1', '--numbers', '5', '--numbers', '3')).toBe('n 4 6');
  expect(await query('--more', '1', '--numbers', '5')).toBe('n 6');
});

test('query limits and orders rows', async () => {
  const numbers = ['1', '2', '3'].flatMap((n) => ['--numbers', n]);

  expect(await query('--more', '0', ...numbers, '--order_by=-n', '--limit', '2')).toBe('n 3 2');
});

test('query refuses an option that is there twice for one value', async () => {
  await expect(query('--numbers', '1', '--more', '1', '--more', '2')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Argument "more" must be a single value'),
  });
});

test('query needs no data folder where rows are read in place', async () => {
  expect(await run(FILES, 'query', 'stored.rows', '--format', 'csv')).toBe('n 1 2');
});

test('the help of query has the parameters of the project, and is there whatever is wrong with it', async () => {
  const help = await run(FILES, 'query', '--help');
  expect(help).toContain('--numbers <value>');
  expect(help).not.toContain('--project_tier');

  const wrong = { ...FILES, 'fieldstone.json': '{' };
  expect(await run(wrong, 'query', '--help')).toContain('--format <form>');
});
