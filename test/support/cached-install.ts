import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
const INSTALL_MS = 300_000;

/**
 * A file of a package that tests alone need, and that is too large for every checkout: installed beside this checkout's
 * packages at its first use. Undefined without a registry.
 */
export function cachedInstall(name: string, version: string, file: string): string | undefined {
  const folder = join(CACHE, `${name.replace('/', '-')}-${version}`);
  const path = join(folder, 'node_modules', name, file);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder];
  const all = [...words, `${name}@${version}`];
  const { status } = spawnSync('npm', all, { encoding: 'utf8', timeout: INSTALL_MS });
  return status === 0 && existsSync(path) ? path : undefined;
}
