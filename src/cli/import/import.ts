import { createReadStream, statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { dataFolderError } from '../../engines/duckdb/tables/data-folder.ts';
import { messageOf } from '../../errors.ts';
import { readFault } from '../../files/read-fault.ts';
import { refuseEarlierTables } from '../../import/earlier-tables.ts';
import { type ImportReport, importRows } from '../../import/import-rows.ts';
import { InputError } from '../../import/input-error.ts';
import { RejectsError, RejectsFile } from '../../import/rejects.ts';
import { boundsAt } from '../../import/rows/moments.ts';
import type { Project } from '../../project/load-project.ts';
import { UsageError } from '../command-error.ts';
import type { Command, ImportCommand } from './command-line.ts';
import { describe, describeProblems } from './describe.ts';
import { manageImports } from './manage.ts';
import { Progress } from './progress.ts';
import { readersOf } from './readers-of.ts';

/** Dependencies of the command. */
export interface ImportEnvironment {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Progress is written in place on a terminal, and as lines elsewhere. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly dataDir: string;
  readonly project: Project;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Runs `import`; returns exit code 0 if rows were imported, listed or removed, 1 if none were. */
export async function runImport(command: Command, environment: ImportEnvironment): Promise<number> {
  if (command.kind !== 'import') return manageImports(command, environment);
  const { project, stdout, stderr } = environment;
  const report = await importFile(command, environment);
  const { table } = command;
  const readers = report.rows > 0 ? readersOf(project, table.name) : [];
  stdout.write(describe(report, { table, readers }));
  stderr.write(describeProblems(report));
  return report.rows > 0 ? 0 : 1;
}

async function importFile(
  command: ImportCommand,
  { dataDir, now, stderr, stdin }: ImportEnvironment,
): Promise<ImportReport> {
  const millis = now();
  const folder = command.dataDir ?? dataDir;
  refuseEarlierTables(folder, [command.table.name]);
  const rejects =
    command.rejects === undefined ? undefined : await RejectsFile.create(command.rejects);
  const { input, read, size } = openInput(command.file, stdin);
  const progress = new Progress(stderr, { read, size });
  try {
    return await importRows({
      ...command,
      dataDir: folder,
      input,
      source: command.file,
      rejects,
      bounds: boundsAt(millis),
      shiftTo: command.isShifted ? BigInt(Math.floor(millis * 1_000)) : undefined,
      onProgress: (step) => progress.show(step),
    });
  } catch (error) {
    throw importError(command.file, folder, error);
  } finally {
    progress.clear();
    input.destroy();
    await rejects?.close();
  }
}

function openInput(file: string, stdin: Readable) {
  if (file === '-') return { input: stdin, read: () => 0, size: undefined };
  const status = statSync(file, { throwIfNoEntry: false });
  const input = createReadStream(file, { highWaterMark: 1024 * 1024 });
  // The reader gets the error; it must not be unhandled if it occurs before reading begins.
  input.on('error', () => undefined);
  // A pipe has no size; that a file is missing is said when it is read.
  const size = status?.isFile() ? status.size : undefined;
  return { input, read: () => input.bytesRead, size };
}

/** Codes of the system for a file that the caller named by mistake, and for one that is not the caller's. */
const WRONG_FILES: readonly string[] = ['ENOENT', 'EISDIR'];
const UNREADABLE_FILES: readonly string[] = ['EACCES', 'EPERM'];

/** An error of one line that names the file or folder at fault. */
function importError(file: string, dataDir: string, cause: unknown): unknown {
  if (cause instanceof InputError) return new UsageError(cause.message, { cause });
  if (cause instanceof RejectsError) return cause;
  const code = (isOf(file, cause) && cause.code) || '';
  const message = `Cannot read "${file}": ${readFault(cause)}`;
  if (WRONG_FILES.includes(code)) return new UsageError(message, { cause });
  if (UNREADABLE_FILES.includes(code)) return new Error(message, { cause });
  const folderError = dataFolderError(dataDir, cause);
  if (folderError !== cause) return folderError;
  // DuckDB adds its own statement to what is wrong with a Parquet file.
  const [reason] = messageOf(cause).split('\n');
  return new Error(`Cannot import "${file}": ${reason}`, { cause });
}

/** Whether an error is the system's about the input; reading a folder fails without its path. */
function isOf(file: string, error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error)) return false;
  const { code, path } = error as NodeJS.ErrnoException;
  return path === file || code === 'EISDIR';
}
