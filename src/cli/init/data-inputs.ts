import { globSync, statSync } from 'node:fs';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import {
  ACCEPTED_EXTENSIONS,
  escapeWildcards,
  formatOf,
} from '../../engines/duckdb/files/file-format.ts';
import { globFolder } from '../../engines/duckdb/tables/list-files.ts';
import { messageOf } from '../../errors.ts';
import { UsageError } from '../command-error.ts';
import { tableNames } from './names.ts';

/** The files of one table. */
export interface DataInput {
  /** The table's name. */
  readonly table: string;
  /** As it was written. */
  readonly written: string;
  /** The folder that the glob is below. */
  readonly folder: string;
  readonly glob: string;
  /** Absolute paths. */
  readonly files: readonly string[];
}

const WILDCARD = /[*?[\]{}!()]/;
/** What a folder stands for. */
const ALL_FILES =
  '**/*.{parquet,csv,csv.gz,csv.zst,ndjson,ndjson.gz,ndjson.zst,jsonl,jsonl.gz,jsonl.zst,json,json.gz,json.zst}';

/**
 * The tables that the values of `--data` name: files, folders and globs. Throws a `UsageError` for one that names no
 * data file.
 */
export function readDataInputs(values: readonly string[]): readonly DataInput[] {
  const inputs = values.map(readInput);
  const names = tableNames(inputs.map(({ base }) => base));
  return inputs.map(({ base, ...input }, i) => ({ ...input, table: names[i] ?? base }));
}

type NamedInput = Omit<DataInput, 'table'> & {
  /** What the table is called after. */
  readonly base: string;
};

function readInput(written: string): NamedInput {
  const status = statSync(written, { throwIfNoEntry: false });
  if (status?.isDirectory()) return folderInput(written);
  if (status?.isFile()) return fileInput(written);
  if (status || !WILDCARD.test(written)) {
    throw new UsageError(`--data "${written}": there is no such file or folder`);
  }
  return globInput(written);
}

function fileInput(written: string): NamedInput {
  try {
    formatOf(written);
  } catch (error) {
    throw new UsageError(`--data "${written}": ${messageOf(error)}`, { cause: error });
  }
  const file = resolve(written);
  return {
    written,
    base: stem(file),
    folder: join(file, '..'),
    glob: escapeWildcards(basename(file)),
    files: [file],
  };
}

function folderInput(written: string): NamedInput {
  const folder = resolve(written);
  const files = filesOf(folder, ALL_FILES);
  if (files.length === 0) {
    throw new UsageError(
      `--data "${written}": the folder has no file whose name ends in ${ACCEPTED_EXTENSIONS}`,
    );
  }
  return { written, base: basename(folder), folder, glob: globOf(folder, files), files };
}

/** A folder of files of one extension is a glob of that one, which people can read. */
function globOf(folder: string, files: readonly string[]): string {
  const extensions = new Set(files.map((file) => basename(file).slice(stem(file).length)));
  const [extension = '', ...others] = extensions;
  if (others.length > 0) return ALL_FILES;
  const isFlat = files.every((file) => join(file, '..') === folder);
  return `${isFlat ? '' : '**/'}*${extension}`;
}

function globInput(written: string): NamedInput {
  const folder = resolve(globFolder(written));
  const glob = relative(folder, resolve(written)).split(sep).join('/');
  const files = filesOf(folder, glob);
  if (files.length === 0) throw new UsageError(`--data "${written}": no file matches`);
  for (const file of files) fileInput(file);
  const [words = ''] = stem(glob).match(/[^*?[\]{}!()]+/g) ?? [];
  const hasWord = /[A-Za-z]/.test(words) && !glob.startsWith('**');
  return { written, base: hasWord ? words : basename(folder), folder, glob, files };
}

function filesOf(folder: string, glob: string): readonly string[] {
  return globSync(glob, { cwd: folder })
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** The name of a file without its extensions. */
function stem(file: string): string {
  const name = basename(file).replace(/\.(?:gz|zst)$/i, '');
  return name.slice(0, name.length - extname(name).length);
}
