import { tmpdir } from 'node:os';
import type { Writable } from 'node:stream';
import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { dataFolderError } from '../../engines/duckdb/tables/data-folder.ts';
import { refuseEarlierTables } from '../../import/earlier-tables.ts';
import {
  type FoundFile,
  type FoundImport,
  importedFiles,
  readImports,
  removeImport,
} from '../../import/imports.ts';
import { withDuckDb } from '../../import/writing/import-instance.ts';
import type { Project } from '../../project/load-project.ts';
import { requireDataFolder } from '../command-options.ts';
import { formatTable } from '../query/table.ts';
import type { ListCommand, UndoCommand } from './command-line.ts';

/** Where the data are, and where the answer goes. */
interface Environment {
  readonly dataDir: string;
  readonly project: Project;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Lists the imports, or removes one; returns exit code 1 if there is none to remove. */
export async function manageImports(
  command: ListCommand | UndoCommand,
  { stderr, stdout, ...environment }: Environment,
): Promise<number> {
  const dataDir = command.dataDir ?? environment.dataDir;
  await requireDataFolder(dataDir);
  refuseEarlierTables(dataDir, environment.project.tables.keys());
  const files = await importedFiles(dataDir);
  if (command.kind === 'list') {
    stdout.write(describeImports(await importsOf(files)));
    return 0;
  }
  const found = files.find(({ id }) => id === command.id);
  if (!found) {
    stderr.write(
      `There is no import "${command.id}"; fieldstone import --list shows those there are\n`,
    );
    return 1;
  }
  try {
    await removeImport(dataDir, found);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
  stdout.write(`Removed import ${found.id} from ${found.table}\n`);
  return 0;
}

function importsOf(files: readonly FoundFile[]): Promise<readonly FoundImport[]> {
  return withDuckDb({ memory: '128MB', folder: tmpdir() }, (connection) =>
    readImports(connection, files),
  );
}

/** The imports whose files are there, as a table. */
function describeImports(imports: readonly FoundImport[]): string {
  if (imports.length === 0) return 'There are no imports\n';
  return formatTable(
    imports.map(({ id, metadata, newest, oldest, rows, table }) => ({
      id,
      imported: metadata?.at ?? '',
      table,
      tenant: metadata?.tenant ?? '',
      source: metadata?.source ?? '',
      rows,
      bad: metadata?.badLines ?? '',
      oldest: timeOf(oldest),
      newest: timeOf(newest),
    })),
  );
}

function timeOf(micros: bigint | undefined): string {
  return micros === undefined ? '' : formatIsoTimestamp(micros);
}
