import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../errors.ts';
import { folderDay } from './day.ts';
import { EMPTY_MANIFEST, type Manifest } from './manifest.ts';
import { parseManifest, printManifest } from './manifest-text.ts';

const MANIFEST = 'manifest.json';
const UNFINISHED = '.new';

/** Names of the files that this release writes: where there is no manifest, theirs was lost. */
const OF_THIS_RELEASE = /^[0-9a-f-]{36}\.parquet$/;

/** The folder of one table: its manifest, and the files that it names. */
export class TableFolder {
  readonly table: string;
  readonly path: string;
  #known: { readonly version: string; readonly manifest: Manifest } | undefined;

  constructor(directory: string, table: string) {
    this.table = table;
    this.path = join(directory, table);
  }

  /**
   * The table's state now. One `stat` tells whether the manifest was replaced, which costs less than listing folders.
   * Throws an `Error` that names the table if the manifest cannot be read.
   */
  manifest(): Manifest {
    const path = join(this.path, MANIFEST);
    try {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (!found) return this.#emptyManifest();
      const version = `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
      if (this.#known?.version === version) return this.#known.manifest;
      const manifest = parseManifest(readFileSync(path, 'utf8'), this.table);
      this.#known = { version, manifest };
      return manifest;
    } catch (cause) {
      const file = `the manifest of table "${this.table}" (${path})`;
      throw new Error(`Cannot read ${file}: ${messageOf(cause)}`, { cause });
    }
  }

  /** The table's state now; undefined if it cannot be read. */
  readableManifest(): Manifest | undefined {
    try {
      return this.manifest();
    } catch {
      return undefined;
    }
  }

  /** A table that was never written has no files either: a lost manifest must not make rows disappear. */
  #emptyManifest(): Manifest {
    if (this.days().length === 0) return EMPTY_MANIFEST;
    throw new Error(
      'it is missing. Data of an earlier release are converted when the service starts; put others back from a copy',
    );
  }

  /** The names of the folders with the table's days. */
  days(): readonly string[] {
    return listFolder(this.path).filter((name) => folderDay(name) !== undefined);
  }

  /** Whether the table has a manifest; a folder of an earlier release has none. */
  hasManifest(): boolean {
    return existsSync(join(this.path, MANIFEST));
  }

  /** Whether the table has data of the release before manifests, which must be converted: files had other names. */
  isOfEarlierRelease(): boolean {
    if (this.hasManifest()) return false;
    const days = this.days();
    const names = days.flatMap((day) => listFolder(join(this.path, day)));
    return days.length > 0 && names.every((name) => !OF_THIS_RELEASE.test(name));
  }

  /** The paths of files in the folders of days that the manifest does not name; none if it cannot be read. */
  unnamedFiles(): readonly string[] {
    const manifest = this.readableManifest();
    if (!manifest) return [];
    const named = new Set([...manifest.files, ...manifest.retired].map(({ path }) => path));
    const found = this.days().flatMap((day) => {
      return listFolder(join(this.path, day)).map((name) => `${day}/${name}`);
    });
    return found.filter((path) => !named.has(path)).map((path) => join(this.path, path));
  }

  /** Replaces the manifest. Everything that it names must be on disk; the caller holds the store's lock. */
  async replace(manifest: Manifest): Promise<void> {
    const path = join(this.path, MANIFEST);
    const temporary = path + UNFINISHED;
    await mkdir(this.path, { recursive: true });
    await writeFile(temporary, printManifest(manifest, this.table), { flush: true });
    renameSync(temporary, path);
    await syncFolder(this.path);
  }

  /** Whether a manifest was written that did not become the table's, or is being written. */
  hasUnfinished(): boolean {
    return existsSync(join(this.path, MANIFEST + UNFINISHED));
  }

  /** Deletes a manifest that did not become the table's; the caller holds the store's lock. */
  deleteUnfinished(): void {
    rmSync(join(this.path, MANIFEST + UNFINISHED), { force: true });
  }
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders, and needs no sync of one.
  if (process.platform === 'win32') return;
  await syncFile(path);
}

/** Makes a file's content survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The names in a folder; none if there is no such folder. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
