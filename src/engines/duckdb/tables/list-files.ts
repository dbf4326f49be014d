import { type BigIntStats, globSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SuffixPlace } from '../files/file-description.ts';
import { parseImportedFileName, UNFINISHED } from './imported-file.ts';

/** A file of a table. */
export interface TableFile {
  /** An absolute path. */
  readonly path: string;
  readonly bytes: number;
  /** Changes with the file's content, as far as the file system tells. */
  readonly fingerprint: string;
  /** The times of its oldest and newest row, in microseconds; undefined where its name does not say them. */
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  /** What the `*` of a wildcard table's glob stands for; undefined for files of other globs and tables. */
  readonly suffix?: string;
  readonly suffixPlace?: SuffixPlace;
}

/**
 * The files in the folder of a table's imports, sorted by name; none if there is no such folder. Those that are the same
 * as `before` are the same objects.
 */
export function listImports(
  folder: string,
  before: readonly TableFile[] = [],
): readonly TableFile[] {
  const names = namesIn(folder).filter(
    (name) => !name.startsWith('.') && !name.endsWith(UNFINISHED),
  );
  return filesAt(folder, names, before);
}

/** The files below a folder that globs match, sorted by name. Those that are the same as `before` are the same objects. */
export function listGlobs(
  folder: string,
  globs: readonly string[],
  before: readonly TableFile[] = [],
): readonly TableFile[] {
  const names = new Set(globs.flatMap((glob) => globSync(glob, { cwd: folder })));
  return filesAt(folder, [...names], before);
}

/** The same of a wildcard table, one of whose globs has a `*`, and no other wildcard. */
export function listShards(
  folder: string,
  globs: readonly string[],
  before: readonly TableFile[] = [],
): readonly TableFile[] {
  const glob = globs.find((one) => one.includes('*')) ?? '';
  const [head = '', tail = ''] = join(folder, glob).split('*');
  const suffixPlace = { before: [...head].length, after: [...tail].length };
  return listGlobs(folder, globs, before).map((file) => {
    const { path } = file;
    const isShard = path.startsWith(head) && path.endsWith(tail);
    if (file.suffix !== undefined || !isShard || !glob.includes('*')) return file;
    return { ...file, suffix: path.slice(head.length, path.length - tail.length), suffixPlace };
  });
}

const WILDCARD = /[*?[\]{}!()]/;

/** The folder below which all files are that a glob matches: its segments before the first with a wildcard. */
export function globFolder(glob: string): string {
  const segments = glob.split('/').slice(0, -1);
  const wild = segments.findIndex((segment) => WILDCARD.test(segment));
  return segments.slice(0, wild < 0 ? segments.length : wild).join('/') || '.';
}

function filesAt(
  folder: string,
  names: readonly string[],
  before: readonly TableFile[],
): readonly TableFile[] {
  const listed = new Map(before.map((file) => [file.path, file]));
  const files: TableFile[] = [];
  // Sorted before they are joined, which takes a twentieth of the time.
  for (const name of names.toSorted()) {
    const path = join(folder, name);
    // A file that is being deleted is not part of the table any more.
    const status = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!status?.isFile()) continue;
    const fingerprint = fingerprintOf(status);
    const same = listed.get(path);
    files.push(same?.fingerprint === fingerprint ? same : fileOf(path, status.size, fingerprint));
  }
  return files;
}

function fileOf(path: string, size: bigint, fingerprint: string): TableFile {
  const { newest, oldest } = parseImportedFileName(basename(path)) ?? {};
  return { path, bytes: Number(size), fingerprint, oldest, newest };
}

/** Changes with the content of a file, as far as the file system tells. */
function fingerprintOf({ ctimeNs, ino, mtimeNs, size }: BigIntStats): string {
  return `${size} ${ino} ${mtimeNs} ${ctimeNs}`;
}

/** The fingerprint of what is at a path now; undefined if nothing is. */
export function fingerprintAt(path: string): string | undefined {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status && fingerprintOf(status);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
