import { type FileHandle, open } from 'node:fs/promises';
import type { StagedBlock } from './staged-block.ts';

/** Rows that were parsed, as lines in one file of zstd frames. */
export class StagedRows {
  readonly path: string;
  readonly #file: FileHandle;
  #bytes = 0;
  #longest = 0;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  static async create(path: string): Promise<StagedRows> {
    return new StagedRows(path, await open(path, 'wx', 0o600));
  }

  /** The length of the longest line. */
  get longest(): number {
    return this.#longest;
  }

  /** The length of all lines. */
  get bytes(): number {
    return this.#bytes;
  }

  async add({ bytes, length, longest }: StagedBlock): Promise<void> {
    this.#bytes += length;
    this.#longest = Math.max(this.#longest, longest);
    // A handle's `writeFile` goes on where the last one ended.
    if (length > 0) await this.#file.writeFile(bytes);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
