import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DataState } from '../../engine.ts';
import { CHANGED_MARKER, importsFolder, tablesFolder } from './imported-file.ts';
import { globFolder, listGlobs, listImports, listShards, type TableFile } from './list-files.ts';

/** The files of a table at one moment. */
export interface Listing {
  readonly files: readonly TableFile[];
  readonly state: DataState;
}

/** Where the files of tables are. */
export interface TableFilesOptions {
  /** The data folder, with the files that were imported. */
  readonly dataDir: string;
  /** The project's folder, below which globs are resolved. @default the data folder */
  readonly folder?: string;
  /** The globs of tables whose files are not imported. @default all are imported */
  readonly globs?: ReadonlyMap<string, readonly string[]>;
  /** Those of them that may be without files. @default none */
  readonly optional?: ReadonlySet<string>;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** Listing a table of 2 000 files takes some 5 to 10 ms. */
const LIST_EVERY_MS = 1_000;

/**
 * How often the marker of imports is read, which takes 3 to 30 µs. An import ends later than this after it has replaced
 * the marker, so that every request after it reads the tables anew.
 */
export const READ_MARKER_EVERY_MS = 10;

interface Listed {
  readonly listing: Listing;
  readonly at: number;
  readonly marker: string;
}

/**
 * Lists the files of tables, at most once a second for each table, and at once after an import or its removal.
 *
 * Nothing else says what rows a table has: a file that is put into its folder, or that its globs match, is part of it.
 */
export class TableFiles {
  readonly dataDir: string;
  readonly #folder: string;
  readonly #globs: ReadonlyMap<string, readonly string[]>;
  readonly #optional: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #listed = new Map<string, Listed>();
  #marker = { text: '', at: Number.NEGATIVE_INFINITY };
  #version = 0;

  constructor(options: TableFilesOptions) {
    const { dataDir, folder = dataDir, globs = new Map(), now, optional = new Set() } = options;
    this.dataDir = resolve(dataDir);
    this.#folder = resolve(folder);
    this.#globs = globs;
    this.#optional = optional;
    this.#now = now ?? (() => performance.now());
  }

  /** The folders with all files, which an engine must be allowed to read. */
  get folders(): readonly string[] {
    const globs = [...this.#globs.values()].flat();
    const folders = globs.map((glob) => resolve(this.#folder, globFolder(glob)));
    return [...new Set([tablesFolder(this.dataDir), ...folders])];
  }

  /** The files of a table now; throws an `Error` that names the table if they cannot be listed. */
  list(table: string): Listing {
    const now = this.#now();
    const marker = this.#readMarker(now);
    const before = this.#listed.get(table);
    if (before && before.marker === marker && now - before.at < LIST_EVERY_MS) {
      return before.listing;
    }
    return this.#listAgain(table, { now, marker });
  }

  /** The tables whose globs match no file, and that are not optional. */
  missing(): readonly string[] {
    return [...this.#globs.keys()].filter((table) => this.isMissing(table, this.list(table)));
  }

  /** Whether the files of a listed table are missing. */
  isMissing(table: string, { files }: Listing): boolean {
    return files.length === 0 && this.#globs.has(table) && !this.#optional.has(table);
  }

  /** The files of a table now, even if they were listed a moment ago. */
  listNow(table: string): Listing {
    const now = this.#now();
    return this.#listAgain(table, { now, marker: this.#readMarker(now) });
  }

  /** A number that changes whenever the files of a table may have changed. */
  version(): number {
    this.#readMarker(this.#now());
    return this.#version;
  }

  #listAgain(table: string, { now, marker }: { readonly now: number; readonly marker: string }) {
    const before = this.#listed.get(table)?.listing;
    const files = this.#read(table, before?.files);
    const isSame = before && areSame(before.files, files);
    const listing = isSame ? before : { files, state: this.#stateOfFiles(files) };
    if (before && !isSame) this.#version += 1;
    this.#listed.set(table, { listing, at: now, marker });
    return listing;
  }

  #read(table: string, before?: readonly TableFile[]): readonly TableFile[] {
    const globs = this.#globs.get(table);
    try {
      const list = table.endsWith('*') ? listShards : listGlobs;
      if (globs) return list(this.#folder, globs, before);
      return listImports(importsFolder(this.dataDir, table), before);
    } catch (cause) {
      throw new Error(`Cannot list the files of table "${table}"`, { cause });
    }
  }

  #stateOfFiles(files: readonly TableFile[]): DataState {
    const names = files.map(({ path, bytes }) => [this.#relative(path), bytes]);
    const times = files.map(({ path, fingerprint }) => [path, fingerprint]);
    return { shared: digest(names), local: digest(times) };
  }

  /** Replicas have the data in folders of other names. */
  #relative(path: string): string {
    const root = [this.dataDir, this.#folder].find((folder) => path.startsWith(`${folder}/`));
    return root === undefined ? path : path.slice(root.length);
  }

  #readMarker(now: number): string {
    const { at, text } = this.#marker;
    if (now - at < READ_MARKER_EVERY_MS) return text;
    const path = join(tablesFolder(this.dataDir), CHANGED_MARKER);
    const status = statSync(path, { bigint: true, throwIfNoEntry: false });
    const marker = status ? `${status.ino} ${status.mtimeNs}` : '';
    if (marker !== text) this.#version += 1;
    this.#marker = { text: marker, at: now };
    return marker;
  }
}

function areSame(before: readonly TableFile[], files: readonly TableFile[]): boolean {
  return before.length === files.length && files.every((file, i) => file === before[i]);
}

/** The state of the data of some listings together. */
export function stateOf(listings: readonly Listing[]): DataState {
  const states = listings.map(({ state }) => state);
  const [only, ...others] = states;
  if (only && others.length === 0) return only;
  return {
    shared: digest(states.map(({ shared }) => shared)),
    local: digest(states.map(({ local }) => local)),
  };
}

function digest(parts: readonly unknown[]): string {
  return parts.length === 0 ? '' : hash('sha256', JSON.stringify(parts), 'base64url');
}
