import { createReadStream, statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { earlierImport } from '../../engines/duckdb/admin/imports.ts';
import { StagedRows } from '../../engines/duckdb/staging/staged-rows.ts';
import { TableFiles } from '../../engines/duckdb/tables/table-files.ts';
import { refuseSchemaChange } from '../../engines/duckdb/store/schema-change.ts';
import { messageOf } from '../../errors.ts';
import type { Project } from '../../project/load-project.ts';
import { UsageError } from '../command-error.ts';
import type { Command, ImportCommand } from './command-line.ts';
import { describe, describeProblems } from './describe.ts';
import { type ImportReport, importRows } from './import-rows.ts';
import { manageImports } from './manage.ts';
import { Progress } from './progress.ts';
import { endpointsOf, type Reach, reachAt } from './reach.ts';
import { RejectsFile } from './rejects.ts';
import { boundsAt } from './rows/moments.ts';

/** Dependencies of the command. */
export interface ImportEnvironment extends Pick<Project, 'tables' | 'endpoints'> {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Progress is shown in place on a terminal, and as lines elsewhere. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly dataDir: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Runs `import`; returns exit code 0 if rows were imported, listed or removed, 1 if none were. */
export async function runImport(command: Command, environment: ImportEnvironment): Promise<number> {
  if (command.kind !== 'import') return manageImports(command, environment);
  const { stdout, stderr, endpoints } = environment;
  const millis = environment.now();
  const now = BigInt(Math.floor(millis * 1_000));
  const reach = reachAt(endpoints, now);
  const report = await importFile(command, reach, millis, environment);
  const { isShifted, table } = command;
  const readers = endpointsOf(endpoints, table.name);
  stdout.write(describe(report, { table, readers, now, reach, isShifted }));
  stderr.write(describeProblems(report));
  return report.rows > 0 ? 0 : 1;
}

async function importFile(
  command: ImportCommand,
  reach: readonly Reach[],
  millis: number,
  { dataDir, stderr, stdin }: ImportEnvironment,
): Promise<ImportReport> {
  const store = new TableFiles({ dataDir: command.dataDir ?? dataDir });
  // The service would not start with such rows either.
  refuseSchemaChange(command.table, store.manifest(command.table.name));
  const rejects =
    command.rejects === undefined ? undefined : await RejectsFile.create(command.rejects);
  const { input, read, size } = openInput(command.file, stdin);
  const progress = new Progress(stderr, { read, size });
  const staged = await StagedRows.open(store, command.table);
  try {
    return await importRows({
      ...command,
      staged,
      input,
      source: command.file,
      rejects,
      bounds: boundsAt(millis),
      onRead: (sha256) => {
        if (!command.isAgain) refuseAgain(store, command.table.name, sha256);
      },
      shiftTo: command.isShifted ? BigInt(Math.floor(millis * 1_000)) : undefined,
      countSince: reach.map(({ since }) => since),
      onProgress: (step) => progress.show(step),
    });
  } catch (error) {
    throw error instanceof UsageError ? error : importError(command.file, error);
  } finally {
    progress.clear();
    input.destroy();
    await staged.discard();
    await rejects?.close();
  }
}

/** The same input in the same table would double its rows. */
function refuseAgain(store: TableFiles, table: string, sha256: string): void {
  const earlier = earlierImport(store, table, sha256);
  if (!earlier) return;
  const whose = earlier.tenant === undefined ? '' : ` for project "${earlier.tenant}"`;
  throw new Error(
    `these rows are in ${table}${whose} since ${earlier.at}, by import ${earlier.id}; --again adds them once more`,
  );
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

function importError(file: string, cause: unknown): Error {
  // DuckDB adds its own statement to what is wrong with a Parquet file.
  const [reason] = messageOf(cause).split('\n');
  return new Error(`Cannot import "${file}": ${reason}`, { cause });
}
