import { FieldstoneError } from '../errors.ts';
import { type Row, valueBytes } from '../googlesql/index.ts';
import type { EngineQuery } from './engine.ts';

/** The rows and bytes that an answer still has room for. */
export class RowBudget {
  readonly #maxBytes: number | undefined;
  #rowsLeft: number;
  #bytesLeft: number;
  #isUnused = true;

  constructor({ maxRows, maxBytes }: Pick<EngineQuery, 'maxRows' | 'maxBytes'>) {
    this.#maxBytes = maxBytes;
    this.#rowsLeft = maxRows;
    this.#bytesLeft = maxBytes ?? Number.POSITIVE_INFINITY;
  }

  /** Infinite if there is no limit on bytes. */
  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  /**
   * Takes as many rows of the given sizes, in bytes, as there is room for, and returns their number. Throws
   * `SQL_INVALID` if the very first row is too large, as no part of the answer can be returned.
   */
  take(sizes: ArrayLike<number>): number {
    let count = 0;
    for (; count < sizes.length && this.#rowsLeft > 0; count += 1) {
      const size = sizes[count] ?? 0;
      if (size > this.#bytesLeft) return this.#end(count);
      this.#rowsLeft -= 1;
      this.#bytesLeft -= size;
      this.#isUnused = false;
    }
    return count;
  }

  /** Takes one decoded row; returns whether there was room for it. */
  takeRow(row: Row): boolean {
    return this.take([this.#maxBytes === undefined ? 0 : valueBytes(row)]) === 1;
  }

  #end(count: number): number {
    if (!this.#isUnused) return count;
    const megabytes = (this.#maxBytes ?? 0) / 1_000_000;
    throw new FieldstoneError(
      'SQL_INVALID',
      `The result is too large: its first row takes more than ${megabytes} MB of memory`,
    );
  }
}
