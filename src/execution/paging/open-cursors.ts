import { messageOf } from '../../errors.ts';
import { secretInFile } from './cursor-key-file.ts';
import { type CursorKeys, cursorKey, ownCursorKey } from './cursor-keys.ts';
import { SharedCursorSecret, type SharedSecretPlace } from './shared-cursor-secret.ts';
import { Cursors } from './view-cursor.ts';

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
