import { fingerprintAt, type TableFile } from './list-files.ts';

/** Called with a line for each damaged file when what is wrong with the data has changed. */
export type OnDamage = (damage: readonly string[]) => void;

interface Damage {
  readonly fingerprint: string;
  readonly line: string;
}

/** The files for which statements have failed, until each is replaced or deleted. */
export class DamagedFiles {
  readonly #onDamage: OnDamage;
  readonly #damages = new Map<string, Damage>();

  constructor(onDamage: OnDamage = () => {}) {
    this.#onDamage = onDamage;
  }

  /** Records what is wrong with a file, as a line for the log. */
  add({ fingerprint, path }: Pick<TableFile, 'fingerprint' | 'path'>, line: string): void {
    if (this.#damages.get(path)?.line === line) return;
    this.#damages.set(path, { fingerprint, line });
    this.#report();
  }

  /** The number of files that are still there as they were. */
  count(): number {
    const before = this.#damages.size;
    for (const [path, { fingerprint }] of this.#damages) {
      if (fingerprintAt(path) !== fingerprint) this.#damages.delete(path);
    }
    if (this.#damages.size !== before) this.#report();
    return this.#damages.size;
  }

  #report(): void {
    this.#onDamage([...this.#damages.values()].map(({ line }) => line));
  }
}
