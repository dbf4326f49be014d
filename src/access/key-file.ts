import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { withFileLock } from './file-lock.ts';
import { KEY_RECORD, type KeyRecord } from './key-record.ts';

const KEY_FILE = z.object({ version: z.literal(1), keys: z.array(KEY_RECORD) });

/** The keys in the text of a key file; throws an `Error` that says what is wrong with it. */
export function parseKeys(text: string): readonly KeyRecord[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    // The parser's own message quotes the text around the fault, which may be a digest.
    throw new Error('it is not JSON', { cause });
  }
  const parsed = KEY_FILE.safeParse(json);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data.keys;
}

/** The text of a key file; undefined where there is no file. */
export async function readKeyText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The keys in a key file; undefined where there is no file. */
export async function readKeys(file: string): Promise<readonly KeyRecord[] | undefined> {
  try {
    const text = await readKeyText(file);
    return text === undefined ? undefined : parseKeys(text);
  } catch (cause) {
    throw new Error(`Cannot read the keys in "${file}": ${(cause as Error).message}`, { cause });
  }
}

/**
 * Replaces the keys of a file by what `change` makes of them, one change at a time across processes.
 *
 * A reader sees the old file or the new one, never a part of either. When `change` returns undefined, the file stays
 * as it is.
 */
export async function changeKeys(
  file: string,
  change: (keys: readonly KeyRecord[] | undefined) => readonly KeyRecord[] | undefined,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await withFileLock(`${file}.lock`, async () => {
    const keys = change(await readKeys(file));
    if (keys) await replaceFile(file, `${JSON.stringify({ version: 1, keys }, undefined, 2)}\n`);
  });
}

async function replaceFile(file: string, text: string): Promise<void> {
  // A link keeps pointing at its target: the target is what is replaced.
  const target = await realpath(file).catch(() => file);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeDurably(temporary, text);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Without the sync a power cut after the rename could leave an empty file. */
async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
