import { type FileHandle, open } from 'node:fs/promises';
import { messageOf } from '../errors.ts';
import { writeFault } from '../files/write-fault.ts';
import type { Reject } from './rows/parse-block.ts';

/** A failure to write bad lines; the message names the file. */
export class RejectsError extends Error {
  override name = 'RejectsError' as const;

  constructor(path: string, { cause }: { readonly cause: unknown }) {
    const reason = writeFault(cause) ?? messageOf(cause);
    super(`Cannot write the bad lines into "${path}": ${reason}`, { cause });
  }
}

/** A file with all bad lines, as NDJSON: number, reason, and the line itself. */
export class RejectsFile {
  readonly #path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Creates or truncates the file; rejects with a `RejectsError` if it cannot. */
  static async create(path: string): Promise<RejectsFile> {
    try {
      return new RejectsFile(path, await open(path, 'w', 0o600));
    } catch (cause) {
      throw new RejectsError(path, { cause });
    }
  }

  /** Appends bad lines; rejects with a `RejectsError` if it cannot. */
  async write(rejects: readonly Reject[]): Promise<void> {
    if (rejects.length === 0) return;
    const lines = rejects.map((reject) => `${JSON.stringify(reject)}\n`).join('');
    try {
      await this.#file.appendFile(lines);
    } catch (cause) {
      throw new RejectsError(this.#path, { cause });
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
