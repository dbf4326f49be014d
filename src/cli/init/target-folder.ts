import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../command-error.ts';

/** What a folder may have before a project is made in it, besides hidden files. */
const ACCEPTED: ReadonlySet<string> = new Set([
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'node_modules',
]);

/** The folder in which a project is made. */
export class TargetFolder {
  /** An absolute path. */
  readonly path: string;
  /** What was made, the first first. */
  readonly #made: string[] = [];
  /** What was there before, of files that were changed. */
  readonly #before = new Map<string, Buffer>();

  constructor(folder: string) {
    this.path = resolve(folder);
  }

  /** Whether a path is within the folder. */
  contains(path: string): boolean {
    return !relative(this.path, resolve(path)).startsWith('..');
  }

  /** The path of a file within the folder, with slashes. */
  nameOf(path: string): string {
    return relative(this.path, resolve(path)).split(sep).join('/');
  }

  /** Refuses a folder that has other files than those of a new package and `own`, which are absolute paths. */
  refuseOthers(own: readonly string[]): void {
    if (!existsSync(this.path)) return;
    if (!statSync(this.path).isDirectory()) {
      throw new UsageError(`"${this.path}" is no folder: name one that is empty, or a new one`);
    }
    const other = this.#others(this.path, new Set(own))[0];
    if (other === undefined) return;
    throw new UsageError(
      `The folder has files already, such as "${this.nameOf(other)}": name an empty folder, or a new one`,
    );
  }

  #others(folder: string, own: ReadonlySet<string>): readonly string[] {
    const isTop = folder === this.path;
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      const isAccepted = entry.name.startsWith('.') || (isTop && ACCEPTED.has(entry.name));
      if (isAccepted || own.has(path)) return [];
      return entry.isDirectory() ? this.#others(path, own) : [path];
    });
  }

  /** Writes a file, whose name may have slashes. */
  write(name: string, text: string, mode = 0o666): void {
    const path = join(this.path, name);
    this.#prepare(path);
    writeFileSync(path, text, { mode });
  }

  /** Copies a file into the folder. */
  async copy(from: string, name: string): Promise<void> {
    const path = join(this.path, name);
    this.#prepare(path);
    await copyFile(from, path);
  }

  /** Removes a file that was written. */
  async remove(name: string): Promise<void> {
    await rm(join(this.path, name));
  }

  /** Leaves the folder as it was. */
  async undo(): Promise<void> {
    for (const path of this.#made.toReversed()) await rm(path, { recursive: true, force: true });
    for (const [path, bytes] of this.#before) writeFileSync(path, bytes);
  }

  #prepare(path: string): void {
    this.#makeFolder(dirname(path));
    if (existsSync(path)) this.#before.set(path, this.#before.get(path) ?? readFileSync(path));
    else this.#made.push(path);
  }

  #makeFolder(folder: string): void {
    if (existsSync(folder)) return;
    this.#makeFolder(dirname(folder));
    mkdirSync(folder);
    this.#made.push(folder);
  }
}
