/** Holds what was made from the rows of one entry, each thing under its name. */
export class Derived {
  readonly #made = new Map<string, unknown>();
  readonly #grow: (bytes: number) => void;

  /** `grow` is told the bytes of everything that is kept. */
  constructor(grow: (bytes: number) => void) {
    this.#grow = grow;
  }

  /** What was made under this name; a name stands for one type. */
  get<Made>(name: string): Made | undefined {
    // Each name is written and read in one place, which knows its type.
    return this.#made.get(name) as Made | undefined;
  }

  set(name: string, made: unknown, bytes: number): void {
    if (this.#made.has(name)) return;
    this.#made.set(name, made);
    this.#grow(bytes);
  }
}
