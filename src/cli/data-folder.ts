import { resolve } from 'node:path';
import { isFolder } from '../files/private-folder.ts';
import { CommandError } from './command-error.ts';

/** Rejects where there is no such folder: it would look like one that is empty. */
export async function requireDataFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  throw new CommandError(
    1,
    `There is no data folder "${resolve(folder)}"; is DATA_DIR right? The first start or import makes it`,
  );
}
