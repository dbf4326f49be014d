import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whether there is a folder at the path. */
export async function isFolder(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => undefined);
  return entry?.isDirectory() === true;
}

/**
 * Creates a folder that only this user may read (mode 0700), and its parents in the same way; an existing one stays
 * as it is. Rejects with the system's error.
 *
 * Not `recursive`: where a file system answers ENOENT to everything, as `/proc` does, Node retries endlessly.
 */
export async function makePrivateFolder(directory: string): Promise<void> {
  if (await isFolder(directory)) return;
  // Another process may have created it since.
  if (existsSync(directory) && !(await isFolder(directory))) throw notFolder();
  const parent = dirname(directory);
  if (parent !== directory) await makePrivateFolder(parent);
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process started at the same moment may have created it.
    if (error.code !== 'EEXIST') throw error;
  });
}

/** The system's error for a path that is no folder. */
export function notFolder(): Error {
  return Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
}

/** The bits of a mode that users outside of the owner's group have. */
const OTHERS = 0o007;

/**
 * Whether every user of the machine may enter a folder. Its group is nobody's concern: container platforms give volumes
 * to one. Always false on Windows, whose modes say nothing.
 */
export async function isOpenToOthers(directory: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  return ((await stat(directory)).mode & OTHERS) !== 0;
}
