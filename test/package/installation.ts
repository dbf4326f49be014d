import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './tools.ts';

/** A folder in which the tarball is installed, as npm on this Node does it. */
export interface Installation {
  readonly node: string;
  readonly folder: string;
  /** What npm printed. */
  readonly printed: string;
}

/** Installs the tarball in an empty folder. */
export async function install(
  tarball: string,
  node: string,
  folder: string,
): Promise<Installation> {
  const args = ['install', '--no-audit', '--no-fund', tarball];
  return { node, folder, printed: await npm(node, args, folder) };
}

/** Bytes of all files below a folder, as `du --apparent-size` counts them. */
function bytesOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  const inside = readdirSync(path).map((name) => bytesOf(join(path, name)));
  return inside.reduce((sum, bytes) => sum + bytes, stat.size);
}

const MAX_PACKAGES = 250;
const MAX_BYTES = 80e6;

/** Counts packages and bytes; Node and DuckDB, which are most of it, are counted apart. */
export async function measure({ folder, node }: Installation): Promise<string> {
  const modules = join(folder, 'node_modules');
  const listed = await npm(node, ['ls', '--all', '--parseable'], folder);
  // The first is the folder itself.
  const packages = new Set(listed.trim().split('\n')).size - 1;
  const large = readdirSync(modules).filter((name) => /^(?:node-\w+-\w+|@duckdb)$/.test(name));
  const besides = large.map((name) => bytesOf(join(modules, name)));
  const bytes = bytesOf(modules) - besides.reduce((sum, each) => sum + each, 0);
  const figures = `${packages} packages, ${megabytes(bytes)} beside ${large.map((name, i) => `${megabytes(besides[i] ?? 0)} of ${name}`).join(' and ')}`;
  if (packages > MAX_PACKAGES || bytes > MAX_BYTES) throw new Error(`It is too large: ${figures}`);
  return figures;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
