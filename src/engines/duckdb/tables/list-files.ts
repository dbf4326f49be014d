import { type BigIntStats, globSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
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
}

/** The files in the folder of a table's imports, sorted by path; none if there is no such folder. */
export function listImports(folder: string): readonly TableFile[] {
  const names = namesIn(folder).filter(
    (name) => !name.startsWith('.') && !name.endsWith(UNFINISHED),
  );
  return filesAt(names.map((name) => join(folder, name)));
}

/** The files below a folder that globs match, sorted by path. */
export function listGlobs(folder: string, globs: readonly string[]): readonly TableFile[] {
  const names = new Set(globs.flatMap((glob) => globSync(glob, { cwd: folder })));
  return filesAt([...names].map((name) => join(folder, name)));
}

const WILDCARD = /[*?[\]{}!()]/;

/** The folder below which all files are that a glob matches: its segments before the first with a wildcard. */
export function globFolder(glob: string): string {
  const segments = glob.split('/').slice(0, -1);
  const wild = segments.findIndex((segment) => WILDCARD.test(segment));
  return segments.slice(0, wild < 0 ? segments.length : wild).join('/') || '.';
}

function filesAt(paths: readonly string[]): readonly TableFile[] {
  const files: TableFile[] = [];
  for (const path of paths.toSorted()) {
    // A file that is being deleted is not part of the table any more.
    const status = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (status?.isFile()) files.push(fileOf(path, status));
  }
  return files;
}

function fileOf(path: string, status: BigIntStats): TableFile {
  const { newest, oldest } = parseImportedFileName(basename(path)) ?? {};
  const fingerprint = fingerprintOf(status);
  return { path, bytes: Number(status.size), fingerprint, oldest, newest };
}

/** Changes with the content of a file, as far as the file system tells. */
export function fingerprintOf({ ctimeNs, ino, mtimeNs, size }: BigIntStats): string {
  return `${size} ${ino} ${mtimeNs} ${ctimeNs}`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
