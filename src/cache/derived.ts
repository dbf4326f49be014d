/** Values derived from the rows of one entry, each stored once under a name. */
export class Derived {
  readonly #values = new Map<string, unknown>();
  readonly #grow: (bytes: number) => void;

  /** `grow` is called with the bytes of every value added. */
  constructor(grow: (bytes: number) => void) {
    this.#grow = grow;
  }

  /** The value under a name, which must always have the same type. */
  get<Value>(name: string): Value | undefined {
    // Each name is written and read in one place only, which ensures the type.
    return this.#values.get(name) as Value | undefined;
  }

  set(name: string, value: unknown, bytes: number): void {
    if (this.#values.has(name)) return;
    this.#values.set(name, value);
    this.#grow(bytes);
  }
}
