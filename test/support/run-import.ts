import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import { addImport } from '../../src/cli/import/command.ts';
import { runImport } from '../../src/cli/import/import.ts';
import { logicalSource } from '../../src/engines/duckdb/queries/table-source.ts';
import type { Table } from '../../src/googlesql/index.ts';
import { runCommandLine } from './command-line.ts';
import { freshFiles } from './fresh-files.ts';
import { PROJECT } from './project.ts';
import { logTable } from './stored-rows.ts';

/** The clock of imports in tests: noon of 10 July 2026, in milliseconds. */
export const NOW = Date.UTC(2026, 6, 10, 12);

/** Surroundings of an import. */
export interface Run {
  readonly dataDir: string;
  readonly stdin?: Uint8Array;
}

/** Runs the command `import`. */
export async function run(
  commandLine: readonly string[],
  { dataDir, stdin = new Uint8Array() }: Run,
) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let code = 0;
  const input = Readable.from([Buffer.from(stdin)]);
  const environment = { stdin: input, stdout, stderr, dataDir, now: () => NOW, ...PROJECT };
  const failure = await runCommandLine(
    (program) =>
      addImport(program, PROJECT, async (command) => {
        code = await runImport(command, environment);
      }),
    ['import', ...commandLine],
    { write: (out) => stdout.write(out), writeError: (err) => stderr.write(err) },
  );
  stdout.end();
  stderr.end();
  return { code: failure || code, stdout: await text(stdout), stderr: await text(stderr) };
}

/** What a select list gives for the stored rows of a table, oldest first. */
export async function storedRows(dataDir: string, table: string, select: string) {
  return rowsOfTable(dataDir, logTable(table), select);
}

/** As `storedRows`, for a table that is not one of the service. */
export async function rowsOfTable(dataDir: string, table: Table, select: string) {
  const relation = logicalSource(table, freshFiles(dataDir).files(table));
  return duckdbRows(`SELECT ${select} FROM ${relation} ORDER BY timestamp`);
}

/** The rows of a statement that DuckDB runs. */
export async function duckdbRows(sql: string) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run("SET TimeZone = 'UTC'");
  return (await connection.runAndReadAll(sql)).getRowsJson();
}
