import { resolve } from 'node:path';
import { TableFiles } from '../engines/duckdb/tables/table-files.ts';
import { isFolder } from '../private-folder.ts';
import { CommandError } from './command-error.ts';

/** The embedded engine's data for a command that adds none, which must be there. */
export async function openStore(folder: string): Promise<TableFiles> {
  await requireDataFolder(folder);
  return new TableFiles({ dataDir: folder });
}

/** Rejects where there is no such folder: it would look like one that is empty. */
export async function requireDataFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  throw new CommandError(
    1,
    `There is no data folder "${resolve(folder)}"; is DATA_DIR right? The first start or import makes it`,
  );
}
