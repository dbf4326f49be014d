import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../errors.ts';
import { makePrivateFolder } from '../../files/private-folder.ts';
import { SharedCursorSecret, type SharedSecretPlace } from './shared-cursor-secret.ts';
import {
  type CursorKeys,
  Cursors,
  createCursorSecret,
  cursorKey,
  isCursorSecret,
  ownCursorKey,
} from './view-cursor.ts';

/** Where the secret of cursors may be. */
export interface CursorSecretPlaces {
  /** Comes first if it is set: one secret, or two of which the second only checks. */
  readonly configured: readonly [string, ...string[]] | undefined;
  /** Then the Redis that replicas share, if there is one. */
  readonly redis: SharedSecretPlace | undefined;
  /** Else a file in this folder. */
  readonly dataDir: string;
  /** Called, at most once, with why there is only a secret of this process. */
  readonly onOwn: (reason: string) => void;
}

/** The cursors of a service, until they are closed. */
export interface OpenCursors {
  readonly cursors: Cursors;
  close(): void;
}

/** Opens the secret of cursors; where it can be nowhere else, it is one of this process. */
export async function openCursors(places: CursorSecretPlaces): Promise<OpenCursors> {
  const { configured, redis, dataDir, onOwn } = places;
  if (configured) {
    const [first, ...others] = configured;
    return fixed([cursorKey(first), ...others.map(cursorKey)]);
  }
  if (redis) {
    const secret = new SharedCursorSecret(redis);
    if (!(await secret.open())) onOwn('Redis does not answer, or refuses it');
    return { cursors: new Cursors(() => secret.keys()), close: () => secret.close() };
  }
  try {
    return fixed([cursorKey(await secretInFile(dataDir))]);
  } catch (error) {
    onOwn(messageOf(error));
    return fixed([ownCursorKey()]);
  }
}

function fixed(keys: CursorKeys): OpenCursors {
  return { cursors: new Cursors(() => keys), close: () => undefined };
}

/**
 * The secret in `cursor.key` of the data folder, which is created if it is missing, for this user alone; rejects if it
 * can be neither read nor created.
 */
async function secretInFile(dataDir: string): Promise<string> {
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
