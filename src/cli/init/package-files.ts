import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import packageJson from '../../../package.json' with { type: 'json' };
import { OWN_FOLDER } from '../../files/own-folder.ts';
import { UsageError } from '../command-error.ts';
import { json } from './draft.ts';
import type { TargetFolder } from './target-folder.ts';

/** The members of a JSON file. */
export type Members = Readonly<Record<string, unknown>>;

const SCRIPTS = {
  dev: 'fieldstone dev',
  start: 'fieldstone start',
  check: 'fieldstone check',
};

/** The `package.json` of a project: that which is there, with what it lacks. */
export function packageText({ path }: TargetFolder): string {
  const file = join(path, 'package.json');
  const own = existsSync(file)
    ? readMembers(file)
    : { name: nameOf(path), private: true, type: 'module' };
  const { scripts, ...others } = own as Members;
  return json({
    ...others,
    scripts: { ...SCRIPTS, ...(scripts as Members | undefined) },
    ...dependencies(own),
  });
}

/** What a JSON file has that is there already; one that is no JSON is wrong use. */
export function readMembers(file: string): Members {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const problem = `${basename(file)} is no JSON: mend it, or name another folder`;
    throw new UsageError(problem, { cause });
  }
}

/** A name made of that of a folder. */
export function nameOf(folder: string): string {
  const words = basename(folder)
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['queries'];
  return words.join('-');
}

/** An installed package is named with its version; a checkout has none that a registry knows. */
function dependencies(own: Members): Members {
  const isInstalled = OWN_FOLDER.split(/[\\/]/).includes('node_modules');
  const known = { ...(own['devDependencies'] as Members), ...(own['dependencies'] as Members) };
  if (!isInstalled || 'fieldstone' in known) return {};
  const all = { ...(own['dependencies'] as Members), fieldstone: `^${packageJson.version}` };
  return { dependencies: all };
}

const IGNORED = ['node_modules/', '.env', '.data/'];

/** The `.gitignore` of a project: that which is there, with what it lacks. */
export function gitignoreText({ path }: TargetFolder): string {
  const text = readIfThere(join(path, '.gitignore'));
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, '')));
  const missing = IGNORED.filter((line) => !lines.has(line.replace(/\/$/, '')));
  return withLines(text, missing);
}

/** The `.env` of a project: that which is there, with more variables; one that is there already is wrong use. */
export function environmentText(
  { path }: TargetFolder,
  variables: Readonly<Record<string, string>>,
): string {
  const text = readIfThere(join(path, '.env'));
  const there = parseEnv(text);
  for (const [name, value] of Object.entries(variables)) {
    if (there[name] !== undefined && there[name] !== value) {
      throw new UsageError(
        `.env has a variable ${name} already: take it out, or name another folder`,
      );
    }
  }
  const missing = Object.entries(variables).filter(([name]) => there[name] === undefined);
  return withLines(
    text,
    missing.map(([name, value]) => `${name}=${value}`),
  );
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function withLines(text: string, lines: readonly string[]): string {
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return before + lines.map((line) => `${line}\n`).join('');
}
