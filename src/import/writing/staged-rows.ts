import { type FileHandle, open } from 'node:fs/promises';
import type { StagedBlock } from './staged-block.ts';

/** DuckDB's buffer has twice this size. */
const MIN_OBJECT_BYTES = 1024 * 1024;

/** Rows that were parsed, as JSON lines in one file of zstd frames. */
export class StagedRows {
  readonly path: string;
  readonly #file: FileHandle;
  #bytes = 0;
  #longest = MIN_OBJECT_BYTES;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  static async create(path: string): Promise<StagedRows> {
    return new StagedRows(path, await open(path, 'wx', 0o600));
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

  /** A DuckDB FROM item with columns of these types. */
  relation(columns: Readonly<Record<string, string>>): string {
    const list = Object.entries(columns).map(([name, type]) => `${name}: '${type}'`);
    return `read_json('${this.path.replaceAll("'", "''")}', format = 'newline_delimited', compression = 'zstd',
      maximum_object_size = ${this.#longest + 1}, columns = {${list.join(', ')}})`;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
