/** Maximum number of ranges listed. */
const MAX_RANGES = 100;

/**
 * A list of line numbers of bounded size: adjacent numbers become ranges, and beyond the limit they are only counted.
 */
export class LineNumbers {
  readonly #ranges: { first: number; last: number }[] = [];
  #count = 0;
  #unlisted = 0;

  get count(): number {
    return this.#count;
  }

  /** Numbers must be added in ascending order. */
  add(number: number): void {
    this.#count += 1;
    const last = this.#ranges.at(-1);
    if (this.#unlisted > 0) this.#unlisted += 1;
    else if (last?.last === number - 1) last.last = number;
    else if (this.#ranges.length < MAX_RANGES) this.#ranges.push({ first: number, last: number });
    else this.#unlisted += 1;
  }

  /** `3, 7–9 and 12 more`. */
  toString(): string {
    const listed = this.#ranges
      .map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`))
      .join(', ');
    return this.#unlisted > 0 ? `${listed} and ${this.#unlisted} more` : listed;
  }
}
