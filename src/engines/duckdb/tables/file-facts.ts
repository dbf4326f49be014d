import { LRUCache } from 'lru-cache';
import type { TableFile } from './list-files.ts';

/** Finds out what is known of files, in their order; rejects with the error of one that cannot be read. */
export type FindFacts<Fact> = (files: readonly TableFile[]) => Promise<readonly Fact[]>;

/** Files whose facts are cached: they come and go as long as the process lives. */
const MAX_FILES = 50_000;

interface Found<Fact> {
  readonly fingerprint: string;
  readonly fact: Fact;
}

/** What is known of files, found out once for each content of a file. Equal facts are one object. */
export class FileFacts<Fact extends object> {
  readonly #find: FindFacts<Fact>;
  readonly #found = new LRUCache<string, Found<Fact>>({ max: MAX_FILES });
  readonly #distinct = new Map<string, WeakRef<Fact>>();
  /** Settles when the facts of all files that were added are found, or could not be. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(find: FindFacts<Fact>) {
    this.#find = find;
  }

  /** Finds what is not known yet of some files; one call after another, as several may have files in common. */
  async add(files: readonly TableFile[]): Promise<void> {
    if (files.every((file) => this.get(file))) return;
    const adding = this.#adding.then(() => this.#findMissing(files));
    this.#adding = adding.catch(() => {});
    await adding;
  }

  async #findMissing(files: readonly TableFile[]): Promise<void> {
    const missing = files.filter((file) => this.get(file) === undefined);
    if (missing.length === 0) return;
    const facts = await this.#find(missing);
    for (const [i, { fingerprint, path }] of missing.entries()) {
      const fact = facts[i];
      if (fact === undefined) continue;
      this.#found.set(path, { fingerprint, fact: this.#distinctOf(fact) });
    }
  }

  /** What is known of a file; throws if it was not added. */
  of(file: TableFile): Fact {
    const fact = this.get(file);
    if (fact === undefined) throw new Error(`Nothing is known of the file "${file.path}"`);
    return fact;
  }

  /** What is known of a file; undefined if it was not added. */
  get({ fingerprint, path }: TableFile): Fact | undefined {
    const found = this.#found.get(path);
    return found?.fingerprint === fingerprint ? found.fact : undefined;
  }

  #distinctOf(fact: Fact): Fact {
    const key = JSON.stringify(fact);
    const known = this.#distinct.get(key)?.deref();
    if (known !== undefined) return known;
    if (this.#distinct.size >= MAX_FILES) this.#distinct.clear();
    this.#distinct.set(key, new WeakRef(fact));
    return fact;
  }
}
