import type { Writable } from 'node:stream';
import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import {
  checkManifests,
  type KnownImport,
  listImports,
  undoImport,
} from '../../engines/duckdb/admin/imports.ts';
import type { TableFiles } from '../../engines/duckdb/tables/table-files.ts';
import { withWriter } from '../../engines/duckdb/writer/parquet-writer.ts';
import type { Tables } from '../../project/tables.ts';
import { openStore } from '../open-store.ts';
import { formatTable } from '../query/table.ts';
import type { ListCommand, UndoCommand } from './command-line.ts';

const LIMITS = { memory: '512MB', threads: 2 };

/** Where the data are, and where the answer goes. */
interface Environment {
  readonly dataDir: string;
  readonly tables: Tables;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Lists the imports, or removes one; returns exit code 1 if there is none to remove. */
export async function manageImports(
  command: ListCommand | UndoCommand,
  { dataDir, stderr, stdout, tables }: Environment,
): Promise<number> {
  const store = await openStore(command.dataDir ?? dataDir);
  if (command.kind === 'list') {
    stdout.write(await describeImports(store));
    checkManifests(store);
    return 0;
  }
  const undone = await undo(store, tables, command.id);
  if (!undone) {
    checkManifests(store);
    stderr.write(
      `There is no import "${command.id}"; fieldstone import --list shows those there are\n`,
    );
    return 1;
  }
  stdout.write(`Removed ${undone.rows} rows of ${undone.table}\n`);
  return 0;
}

/** The imports whose rows are in the store, as a table. */
async function describeImports(store: TableFiles): Promise<string> {
  const imports = await listImports(store);
  if (imports.length === 0) return 'There are no imports\n';
  return formatTable(
    imports.map(({ id, at, table, source, rows, badLines, oldest, newest }) => ({
      id,
      imported: at,
      table,
      source,
      rows,
      bad: badLines,
      oldest: formatIsoTimestamp(BigInt(oldest)),
      newest: formatIsoTimestamp(BigInt(newest)),
    })),
  );
}

/** Removes the rows of an import; undefined if there is none with this id. */
async function undo(
  store: TableFiles,
  tables: Tables,
  id: string,
): Promise<KnownImport | undefined> {
  const imports = await listImports(store);
  const found = imports.find((one) => one.id === id);
  const table = found && tables.get(found.table);
  if (!table) return undefined;
  await withWriter(store, LIMITS, (writer) => undoImport(writer, table, id));
  return found;
}
