import { open } from 'node:fs/promises';

/** Makes a file's content, or the names in a folder, survive a power cut. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and needs no sync of one.
  if (process.platform !== 'win32') await syncPath(path);
}
