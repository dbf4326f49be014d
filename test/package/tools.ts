import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;

// biome-ignore lint/style/noProcessEnv: not settings: what is started needs the machine's own paths and registry.
const ENVIRONMENT = process.env;

/** The folders of `PATH` without this checkout's own, as on a machine that has only Node and npm. */
const PATHS = (ENVIRONMENT['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => folder !== '' && !folder.includes('node_modules'));

function findInPath(name: string): string | undefined {
  return PATHS.map((folder) => join(folder, name)).find(existsSync);
}

/**
 * The environment of a machine with this Node, without Redis and what npm says to the scripts that it runs. Packages that
 * npm has cached are not requested again.
 */
export function environmentOf(node: string): Record<string, string> {
  const entries = Object.entries(ENVIRONMENT).flatMap(([name, value]) =>
    value === undefined ||
    /^(?:REDIS_URL$|npm_(?!config_(?:cache|registry|userconfig)$))/.test(name)
      ? []
      : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(entries),
    PATH: [dirname(node), ...PATHS].join(delimiter),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
  };
}

/** Runs a program with a Node first in its path; rejects with what it printed if it fails. */
export async function runWith(
  node: string,
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const [file = '', ...args] = command;
  const env = { ...environmentOf(node), ...environment };
  const options = { cwd, env, maxBuffer: MAX_OUTPUT };
  try {
    const { stderr, stdout } = await run(file, args, options);
    return stdout + stderr;
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command.join(' ')} fails: ${stdout}${stderr}`, { cause: error });
  }
}

/** Runs the machine's npm on a Node. */
export function npm(node: string, args: readonly string[], cwd: string): Promise<string> {
  const file = findInPath('npm');
  if (file === undefined) throw new Error('There is no npm');
  return runWith(node, [node, realpathSync(file), ...args], cwd);
}

/** A Node of a release: this one, the machine's own, or one from npm; undefined where there is none of these. */
export async function findNode(version: string, work: string): Promise<string | undefined> {
  const [major = ''] = version.split('.');
  const own = findInPath('node');
  for (const node of own ? [process.execPath, own] : [process.execPath]) {
    const printed = await runWith(node, [node, '--version'], work);
    if (printed.startsWith(`v${major}.`)) return node;
  }
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(work, `node-${major}`);
  const file = join(folder, 'node_modules', name, 'bin/node');
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`];
  await npm(process.execPath, args, work).catch(() => {});
  return existsSync(file) ? file : undefined;
}
