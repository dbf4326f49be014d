import { FieldstoneError } from '../errors.ts';
import { type Row, valueBytes } from '../googlesql/index.ts';
import type { EngineQuery } from './engine.ts';

/** How many rows, and of what size, an answer still has room for. */
export class RowBudget {
  readonly #maxBytes: number | undefined;
  #rowsLeft: number;
  #bytesLeft: number;
  #isUntouched = true;

  constructor({ maxRows, maxBytes }: Pick<EngineQuery, 'maxRows' | 'maxBytes'>) {
    this.#maxBytes = maxBytes;
    this.#rowsLeft = maxRows;
    this.#bytesLeft = maxBytes ?? Number.POSITIVE_INFINITY;
  }

  /** Infinite where the size of rows does not count. */
  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  /**
   * Takes the first of further rows of these sizes, in bytes, and returns how many there was room for. Throws
   * `SQL_INVALID` for a first row of all that is too large, as there is no part of the answer to give.
   */
  take(sizes: ArrayLike<number>): number {
    let count = 0;
    for (; count < sizes.length && this.#rowsLeft > 0; count += 1) {
      const size = sizes[count] ?? 0;
      if (size > this.#bytesLeft) return this.#end(count);
      this.#rowsLeft -= 1;
      this.#bytesLeft -= size;
      this.#isUntouched = false;
    }
    return count;
  }

  /** Takes one row that was read already; answers whether there was room for it. */
  takeRow(row: Row): boolean {
    return this.take([this.#maxBytes === undefined ? 0 : valueBytes(row)]) === 1;
  }

  #end(count: number): number {
    if (!this.#isUntouched) return count;
    const megabytes = (this.#maxBytes ?? 0) / 1_000_000;
    throw new FieldstoneError(
      'SQL_INVALID',
      `The result is too large: its first row takes more than ${megabytes} MB of memory`,
    );
  }
}
