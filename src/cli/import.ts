import { createReadStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { ParquetStore } from '../engines/duckdb/store/parquet-store.ts';
import { StagedRows } from '../engines/duckdb/store/staged-rows.ts';
import { readCommandConfig } from './command-config.ts';
import { type Command, parseCommand, USAGE } from './import/command.ts';
import { describe, describeProblems } from './import/describe.ts';
import { type ImportOptions, type ImportReport, importRows } from './import/import-rows.ts';
import { UsageError } from './import/usage-error.ts';

/** Dependencies of the command. */
export interface ImportEnvironment {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Progress is shown only on a terminal. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly dataDir: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Runs `npm run import`; returns exit code 0 if rows were imported, 1 if none were, and 2 for wrong usage. */
export async function runImport(
  commandLine: readonly string[],
  environment: ImportEnvironment,
): Promise<number> {
  const { stdout, stderr } = environment;
  try {
    const command = parseCommand(commandLine);
    if (!command) {
      stdout.write(USAGE);
      return 0;
    }
    const report = await importFile(command, environment);
    stdout.write(describe(report, command.table.name));
    stderr.write(describeProblems(report));
    return report.rows > 0 ? 0 : 1;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isMisused = error instanceof UsageError;
    stderr.write(`${message}${isMisused ? ' (for help: fieldstone import --help)' : ''}\n`);
    return isMisused ? 2 : 1;
  }
}

async function importFile(
  command: Command,
  { stdin, stderr, dataDir, now }: ImportEnvironment,
): Promise<ImportReport> {
  const store = new ParquetStore(command.dataDir ?? dataDir);
  const staged = await StagedRows.open(store, command.table);
  try {
    return await importRows({
      ...command,
      ...progressOn(stderr),
      staged,
      input: command.file === '-' ? stdin : createReadStream(command.file),
      shiftTo: command.isShifted ? BigInt(Math.floor(now() * 1_000)) : undefined,
    });
  } catch (error) {
    throw error instanceof UsageError ? error : importError(command.file, error);
  } finally {
    if (stderr.isTTY) stderr.write(CLEAR_LINE);
    staged.discard();
  }
}

const CLEAR_LINE = '\r\u001B[K';

function progressOn(terminal: ImportEnvironment['stderr']): Pick<ImportOptions, 'onProgress'> {
  if (!terminal.isTTY) return {};
  return { onProgress: ({ lines }) => terminal.write(`\r${lines} lines`) };
}

function importError(file: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`Cannot import "${file}": ${reason}`, { cause });
}

if (import.meta.main) {
  const { stdin, stdout, stderr } = process;
  process.exitCode = await runImport(process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    dataDir: readCommandConfig().dataDir,
    now: Date.now,
  });
}
