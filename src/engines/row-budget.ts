import { type Row, valueBytes } from '#googlesql/runtime';
import { FieldstoneError } from '../errors.ts';
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

  get rowsLeft(): number {
    return this.#rowsLeft;
  }

  /**
   * Takes rows of a size in bytes; returns whether there was room for them. Throws `SQL_INVALID` if the very first row
   * is too large, as no part of the answer can be returned.
   */
  take(bytes: number, rows = 1): boolean {
    if (rows > this.#rowsLeft) return false;
    if (bytes > this.#bytesLeft) return this.#end();
    this.#rowsLeft -= rows;
    this.#bytesLeft -= bytes;
    this.#isUnused &&= rows === 0;
    return true;
  }

  /** Takes one decoded row; returns whether there was room for it. */
  takeRow(row: Row): boolean {
    return this.take(this.#maxBytes === undefined ? 0 : valueBytes(row));
  }

  #end(): false {
    if (!this.#isUnused) return false;
    const megabytes = (this.#maxBytes ?? 0) / 1_000_000;
    throw new FieldstoneError(
      'SQL_INVALID',
      `The result is too large: its first row takes more than ${megabytes} MB of memory`,
    );
  }
}
