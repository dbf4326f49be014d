import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../files/private-folder.ts';
import { createCursorSecret, isCursorSecret } from './cursor-keys.ts';

/**
 * The secret in `cursor.key` of the data folder, which is created if it is missing, for this user alone; rejects if it
 * can be neither read nor created.
 */
export async function secretInFile(dataDir: string): Promise<string> {
  const file = join(dataDir, 'cursor.key');
  const secret = (await readSecret(file)) ?? (await createSecret(dataDir, file));
  if (!isCursorSecret(secret))
    throw new Error(`"${file}" holds no secret: delete it for a new one`);
  return secret;
}

async function readSecret(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
}

/** Of processes that start at once the first one's file stays, and nobody sees an unfinished one. */
async function createSecret(dataDir: string, file: string): Promise<string> {
  await makePrivateFolder(dataDir);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, `${createCursorSecret()}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  return (await readSecret(file)) ?? '';
}
