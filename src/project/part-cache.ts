interface Part {
  readonly inputs: readonly unknown[];
  readonly value: unknown;
}

/** Remembers what was made of which inputs, so that only what has other inputs is made again. */
export class PartCache {
  #parts = new Map<string, Part>();
  #before = new Map<string, Part>();

  /** Begins another reading: parts that it does not need are forgotten with the next one. */
  begin(): void {
    this.#before = this.#parts;
    this.#parts = new Map();
  }

  /** The part of that name, as it was made of the same inputs, else as `make` makes it. A failure is not remembered. */
  get<Value>(name: string, inputs: readonly unknown[], make: () => Value): Value {
    const known = this.#parts.get(name) ?? this.#before.get(name);
    if (known && areSame(known.inputs, inputs)) {
      this.#parts.set(name, known);
      return known.value as Value;
    }
    const value = make();
    this.#parts.set(name, { inputs, value });
    if (value instanceof Promise) value.catch(() => this.#parts.delete(name));
    return value;
  }
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((input, i) => Object.is(input, other[i]));
}
