import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DescribedFile, fingerprintOf, verifyFiles } from './file-verifier.ts';
import type { ManifestFile } from './manifest.ts';
import type { ParquetStore } from './parquet-store.ts';

/**
 * Finds what is wrong with the data. Existence and size of all files are compared, which is cheap enough for a probe; of
 * other content it knows what statements have met, until the file changes or is no longer used. `data check` compares all.
 */
export class DamageFinder {
  readonly #store: ParquetStore;
  /** By path, with the fingerprint that each had. */
  readonly #met = new Map<string, { readonly file: DescribedFile; readonly fingerprint: string }>();

  constructor(store: ParquetStore) {
    this.#store = store;
  }

  /** Takes note of the file that a statement over these has failed for, if it has. */
  meet(files: readonly DescribedFile[], { message }: Error): void {
    if (!message.includes('are damaged: ')) return;
    const file = files.find(({ path }) => message.includes(` ${nameOf(path)}, of `));
    if (file) this.#met.set(file.path, { file, fingerprint: fingerprint(file) });
  }

  /** One line a table that names it. */
  async find(): Promise<readonly string[]> {
    await this.#forgetSound();
    const damages: string[] = [];
    for (const table of this.#store.tables()) {
      const what = (await damageOf(this.#store, table)) ?? this.#metIn(table);
      if (what !== undefined) damages.push(what);
    }
    return damages;
  }

  async #forgetSound(): Promise<void> {
    for (const [path, { file, fingerprint: before }] of this.#met) {
      if (fingerprint(file) === before) continue;
      const isSound = await verifyFiles([file]).then(
        () => true,
        () => false,
      );
      if (isSound) this.#met.delete(path);
    }
  }

  #metIn(table: string): string | undefined {
    const folder = this.#store.folder(table);
    const used = new Set(folder.manifest().files.map(({ path }) => join(folder.path, path)));
    const path = [...this.#met.keys()].find((one) => used.has(one));
    return path && `The data of table "${table}" are damaged: ${nameOf(path)} has another content`;
  }
}

function fingerprint(file: DescribedFile): string {
  try {
    return fingerprintOf(file);
  } catch {
    return '';
  }
}

/** Day and name of a file, as errors give them. */
function nameOf(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
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
    return error instanceof Error ? error.message : String(error);
  }
}

async function damageOfFile(folder: string, { path, bytes }: ManifestFile) {
  const found = await stat(join(folder, path)).catch(() => undefined);
  if (!found) return 'is missing';
  return found.size === bytes ? undefined : `has ${found.size} bytes, not ${bytes}`;
}
