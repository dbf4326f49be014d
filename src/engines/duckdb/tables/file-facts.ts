import { LRUCache } from 'lru-cache';
import { descriptionKey, type FileDescription } from '../files/file-description.ts';
import type { TableFile } from './list-files.ts';

/** Says what files are, in their order; rejects with the error of one that cannot be described. */
export type DescribeFiles = (paths: readonly string[]) => Promise<readonly FileDescription[]>;

/** Files whose descriptions are cached: they come and go as long as the process lives. */
const MAX_FILES = 50_000;

interface Described {
  readonly fingerprint: string;
  readonly description: FileDescription;
}

/** What files are, described once for each content of a file. Equal descriptions are one object. */
export class FileDescriptions {
  readonly #describe: DescribeFiles;
  readonly #described = new LRUCache<string, Described>({ max: MAX_FILES });
  readonly #distinct = new Map<string, WeakRef<FileDescription>>();
  /** Settles when all files that were added are described, or could not be. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(describe: DescribeFiles) {
    this.#describe = describe;
  }

  /** Describes the files that were not described yet; one call after another, as several may have files in common. */
  async add(files: readonly TableFile[]): Promise<void> {
    if (files.every((file) => this.get(file))) return;
    const adding = this.#adding.then(() => this.#describeMissing(files));
    this.#adding = adding.catch(() => {});
    await adding;
  }

  async #describeMissing(files: readonly TableFile[]): Promise<void> {
    const missing = files.filter((file) => this.get(file) === undefined);
    if (missing.length === 0) return;
    const descriptions = await this.#describe(missing.map(({ path }) => path));
    for (const [i, { fingerprint, path }] of missing.entries()) {
      const description = descriptions[i];
      if (description === undefined) continue;
      this.#described.set(path, { fingerprint, description: this.#distinctOf(description) });
    }
  }

  /** The description of a file; throws if it was not added. */
  of(file: TableFile): FileDescription {
    const description = this.get(file);
    if (description === undefined) throw new Error(`The file "${file.path}" is not described`);
    return description;
  }

  /** The description of a file; undefined if it was not added. */
  get({ fingerprint, path }: TableFile): FileDescription | undefined {
    const described = this.#described.get(path);
    return described?.fingerprint === fingerprint ? described.description : undefined;
  }

  #distinctOf(description: FileDescription): FileDescription {
    const key = descriptionKey(description);
    const known = this.#distinct.get(key)?.deref();
    if (known !== undefined) return known;
    if (this.#distinct.size >= MAX_FILES) this.#distinct.clear();
    this.#distinct.set(key, new WeakRef(description));
    return description;
  }
}
