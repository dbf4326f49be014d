import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Table } from '#googlesql';
import { addImport } from '../../src/cli/import/command.ts';
import { runImport } from '../../src/cli/import/import.ts';
import type { Project } from '../../src/project/load-project.ts';
import { runCommandLine } from './command-line.ts';
import { rowsOfTable } from './imported.ts';
import { PROJECT } from './project.ts';

/** The clock of imports in tests: noon of 10 July 2026, in milliseconds. */
export const NOW = Date.UTC(2026, 6, 10, 12);

/** Surroundings of an import. */
export interface Run {
  readonly dataDir: string;
  readonly stdin?: Uint8Array;
  /** @default the project of this repository */
  readonly project?: Project;
}

/** Runs the command `import`. */
export async function run(
  commandLine: readonly string[],
  { dataDir, project = PROJECT, stdin = new Uint8Array() }: Run,
) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let code = 0;
  const input = Readable.from([Buffer.from(stdin)]);
  const environment = { stdin: input, stdout, stderr, dataDir, now: () => NOW, project };
  const failure = await runCommandLine(
    (program) =>
      addImport(program, project, async (command) => {
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
export async function storedRows(dataDir: string, table: string, select: string, order?: string) {
  return rowsOfTable(dataDir, tableNamed(table), select, order);
}

/** A table of the project by name. */
export function tableNamed(name: string): Table {
  const table = PROJECT.tables.get(name);
  if (!table) throw new Error(`There is no table "${name}"`);
  return table;
}
