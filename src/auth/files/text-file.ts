import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The text of a file; undefined if the file does not exist. */
export async function readText(file: string): Promise<string | undefined> {
  try {
    return decodeText(await readFile(file));
  } catch (error) {
    return undefinedIfAbsent(error);
  }
}

/** The synchronous form of `readText`. */
export function readTextSync(file: string): string | undefined {
  try {
    return decodeText(readFileSync(file));
  } catch (error) {
    return undefinedIfAbsent(error);
  }
}

/** Decodes UTF-8; invalid bytes are an error. */
export function decodeText(bytes: Uint8Array): string {
  try {
    // Keeps a byte order mark, so that the parser refuses it.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Error('it is not UTF-8', { cause });
  }
}

function undefinedIfAbsent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
