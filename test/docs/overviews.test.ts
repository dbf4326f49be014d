import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { STATUS } from '../../src/errors.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Everything between backticks in the first cells of a page's tables, without a slash at its end. */
function named(page: string): ReadonlySet<string> {
  const rows = readFileSync(join(ROOT, page), 'utf8').matchAll(/^\|([^|]*)\|/gm);
  const names = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+?)\/?`/g)]);
  return new Set(names.map(([, name = '']) => name));
}

function foldersOf(path: string): readonly string[] {
  const entries = readdirSync(join(ROOT, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

test('CONTRIBUTING lists every script', () => {
  const listed = named('.github/CONTRIBUTING.md');

  expect(Object.keys(packageJson.scripts).filter((name) => !listed.has(name))).toEqual([
    'dependencies',
  ]);
});

test('CONTRIBUTING lists every bench', () => {
  const listed = named('.github/CONTRIBUTING.md');
  const { stderr } = spawnSync(process.execPath, ['test/bench/main.ts', '?'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const benches = stderr
    .replace(/^.*there are /, '')
    .trim()
    .split(', ');

  expect(benches).toContain('cache');
  expect(benches.filter((name) => !listed.has(name))).toEqual([]);
});

test('CONTRIBUTING lists every folder of tests that mirrors none of src', () => {
  const listed = named('.github/CONTRIBUTING.md');
  const others = foldersOf('test').filter((name) => !existsSync(join(ROOT, 'src', name)));

  expect(others.filter((name) => !listed.has(name))).toEqual([]);
});

test('the page of alerts lists every code with its status', () => {
  const page = readFileSync(join(ROOT, 'docs/operating/alerts.md'), 'utf8');
  const rows = page.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \| ([\d, ]+) \|/gm);
  const listed = [...rows].flatMap(([, codes = '', statuses = '']) => {
    const each = statuses.split(', ').map(Number);
    return [...codes.matchAll(/\w+/g)].map(([code], i) => [code, each[i]]);
  });

  expect(Object.fromEntries(listed)).toEqual(STATUS);
});

test('the architecture says what every folder of src is', () => {
  const listed = named('docs/architecture.md');

  expect(foldersOf('src').filter((name) => !listed.has(name))).toEqual([]);
});
