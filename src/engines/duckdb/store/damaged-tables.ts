import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../errors.ts';
import {
  type DescribedFile,
  damagedFile,
  dayAndName,
  fingerprintOf,
  verifyFiles,
} from './file-verifier.ts';
import type { ManifestFile } from './manifest.ts';
import type { ParquetStore } from './parquet-store.ts';

/**
 * Finds what is wrong with the data. Existence and size of all files are compared, which is cheap enough for a probe;
 * other content is known to be damaged once a statement has failed for it, until the file changes or is no longer used.
 * `data check` compares all.
 */
export class DamageFinder {
  readonly #store: ParquetStore;
  /** By path, with the fingerprint that each had. */
  readonly #recorded = new Map<
    string,
    { readonly file: DescribedFile; readonly fingerprint: string }
  >();

  constructor(store: ParquetStore) {
    this.#store = store;
  }

  /** Records the damaged file that the error of a statement over these files names, if it names one. */
  record(files: readonly DescribedFile[], { message }: Error): void {
    const file = damagedFile(message, files);
    if (file) this.#recorded.set(file.path, { file, fingerprint: fingerprint(file) });
  }

  /** A line for each damaged table, with its name. */
  async find(): Promise<readonly string[]> {
    await this.#forgetSound();
    const damages: string[] = [];
    for (const table of this.#store.tables()) {
      const what = (await damageOf(this.#store, table)) ?? this.#recordedIn(table);
      if (what !== undefined) damages.push(what);
    }
    return damages;
  }

  async #forgetSound(): Promise<void> {
    for (const [path, { file, fingerprint: before }] of this.#recorded) {
      const now = fingerprint(file);
      if (now === before) continue;
      await verifyFiles([file]).then(
        () => this.#recorded.delete(path),
        // Damaged in another way, which need not be read again either.
        () => this.#recorded.set(path, { file, fingerprint: now }),
      );
    }
  }

  #recordedIn(table: string): string | undefined {
    const folder = this.#store.folder(table);
    const used = new Set(folder.manifest().files.map(({ path }) => join(folder.path, path)));
    const path = [...this.#recorded.keys()].find((one) => used.has(one));
    return (
      path && `The data of table "${table}" are damaged: ${dayAndName(path)} has another content`
    );
  }
}

function fingerprint(file: DescribedFile): string {
  try {
    return fingerprintOf(file);
  } catch {
    return '';
  }
}

/** Undefined if nothing is wrong. */
async function damageOf(store: ParquetStore, table: string): Promise<string | undefined> {
  try {
    const damaged: string[] = [];
    for (const file of store.manifest(table).files) {
      const what = await damageOfFile(store.folder(table).path, file);
      if (what !== undefined) damaged.push(`${file.path} ${what}`);
    }
    const others = damaged.length > 1 ? `, and ${damaged.length - 1} files more` : '';
    return damaged[0] && `The data of table "${table}" are damaged: ${damaged[0]}${others}`;
  } catch (error) {
    return messageOf(error);
  }
}

/** What existence and size of a file tell; undefined if they are as its manifest says. */
export async function damageOfFile(folder: string, { path, bytes }: ManifestFile) {
  const found = await stat(join(folder, path)).catch(() => undefined);
  if (!found) return 'is missing';
  return found.size === bytes ? undefined : `has ${found.size} bytes, not ${bytes}`;
}
