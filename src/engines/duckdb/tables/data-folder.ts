import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isFolder, makePrivateFolder, notFolder } from '../../../files/private-folder.ts';
import { writeFault } from '../../../files/write-fault.ts';

/** Larger than what a file system stores inline in an inode, so that a full disk is detected. */
const PROBE = Buffer.alloc(8_192, 1);

/**
 * Creates the folder, for this user alone, if it is missing and writes a probe file; rejects with a one-line reason if it cannot. With
 * `onReadOnly`, that is told of a folder that is there and takes no files, which is enough for who writes nothing.
 */
export async function checkDataFolder(
  directory: string,
  onReadOnly?: (error: unknown) => void,
): Promise<void> {
  const probe = join(directory, `.probe-${randomUUID()}.tmp`);
  try {
    await makePrivateFolder(directory);
    await writeFile(probe, PROBE, { flag: 'wx', flush: true });
  } catch (cause) {
    const error = dataFolderError(directory, cause);
    if (!onReadOnly || !(await isFolder(directory))) throw error;
    onReadOnly(error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/**
 * Rejects with a one-line reason where `checkDataFolder` cannot succeed, and changes nothing. A folder that is there need
 * not be writable unless `isWritten`.
 */
export async function checkDataPath(
  directory: string,
  { isWritten }: { readonly isWritten: boolean },
): Promise<void> {
  try {
    const isThere = existsSync(directory);
    const folder = isThere ? directory : existingAbove(directory);
    if (!(await isFolder(folder))) throw notFolder();
    if (isWritten || !isThere) await access(folder, constants.W_OK);
  } catch (error) {
    throw dataFolderError(directory, error);
  }
}

function existingAbove(path: string): string {
  const parent = dirname(resolve(path));
  return parent === path || existsSync(parent) ? parent : existingAbove(parent);
}

/** A readable error for a failed write into the data folder; the error itself if its cause is not known. */
export function dataFolderError(directory: string, error: unknown): unknown {
  const reason = writeFault(error);
  if (reason === undefined) return error;
  return new Error(`Cannot write into the data folder "${directory}": ${reason}`, { cause: error });
}
