import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import { hashFile } from './hash-file.ts';

/** A file of a table and what its manifest says of it; `path` is absolute. */
export interface DescribedFile {
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Verified files that are remembered: files come and go as long as the process lives. */
const MAX_KNOWN = 20_000;

/**
 * Checks that files are what the store's manifests say, so that a damaged one is an error and never fewer rows.
 *
 * A file is hashed when it is first read, and again when its size, times or inode have changed.
 */
export class FileVerifier {
  readonly #verified = new LRUCache<string, Promise<string>>({ max: MAX_KNOWN });

  /** Throws an `Error` that names the table of a file that is missing or different. */
  async verify(files: readonly DescribedFile[]): Promise<void> {
    for (const file of files) {
      const fingerprint = fingerprintOf(file);
      const known = this.#verified.get(file.path);
      if (known && (await known) === fingerprint) continue;
      const hashing = checkContent(file).then(() => fingerprint);
      this.#verified.set(file.path, hashing);
      try {
        await hashing;
      } catch (error) {
        this.#verified.delete(file.path);
        throw error;
      }
    }
  }
}

/** Checks files once: who writes rows of them anew would otherwise turn damage into a valid state. */
export async function verifyFiles(files: readonly DescribedFile[]): Promise<void> {
  for (const file of files) {
    fingerprintOf(file);
    await checkContent(file);
  }
}

/** Changes whenever the file may have; throws for one that is missing or of another size. */
export function fingerprintOf(file: DescribedFile): string {
  const found = statSync(file.path, { bigint: true, throwIfNoEntry: false });
  if (!found) throw damaged(file, 'is missing');
  if (found.size !== BigInt(file.bytes)) throw damaged(file, `has ${found.size} bytes`);
  return `${file.sha256} ${found.ino} ${found.mtimeNs} ${found.ctimeNs}`;
}

async function checkContent(file: DescribedFile): Promise<void> {
  if ((await hashFile(file.path)) !== file.sha256) throw damaged(file, 'has another content');
}

const DAMAGED = 'are damaged: ';

function damaged(file: DescribedFile, what: string): Error {
  return new Error(`IO Error: ${damageText(file)}${what}`);
}

/** The file of which a message, which may come from another process, tells that it is damaged. */
export function damagedFile(
  message: string,
  files: readonly DescribedFile[],
): DescribedFile | undefined {
  if (!message.includes(DAMAGED)) return undefined;
  return files.find((file) => message.includes(damageText(file)));
}

function damageText({ path, bytes }: DescribedFile): string {
  const table = basename(dirname(dirname(path)));
  return `the data of table "${table}" ${DAMAGED}${dayAndName(path)}, of ${bytes} bytes, `;
}

/** A file's path below the folder of its table. */
export function dayAndName(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
}
