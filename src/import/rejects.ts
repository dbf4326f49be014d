import { type FileHandle, open } from 'node:fs/promises';
import type { Reject } from './rows/parse-block.ts';

/** A file with all bad lines, as NDJSON: number, reason, and the line itself. */
export class RejectsFile {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Creates or truncates the file. */
  static async create(path: string): Promise<RejectsFile> {
    return new RejectsFile(await open(path, 'w', 0o600));
  }

  async write(rejects: readonly Reject[]): Promise<void> {
    if (rejects.length === 0) return;
    await this.#file.appendFile(rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
