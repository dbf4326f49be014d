import type { Row, Value } from './value.ts';

/** V8's approximate memory for an array, rounded up. */
export const ARRAY_BYTES = 128;
/** The same for each slot of an array. */
export const SLOT_BYTES = 8;
/** V8's memory for a number that is not a small integer. */
export const NUMBER_BYTES = 16;
const STRING_BYTES = 40;

/** Estimates the memory of rows in bytes; never less than the actual size, so that a bound on the sum holds. */
export function rowsBytes(rows: readonly Row[]): number {
  return valueBytes(rows);
}

/** Estimates the memory of one value or row, in bytes. */
export function valueBytes(value: Value): number {
  if (typeof value === 'string') return textBytes(value.length);
  if (typeof value === 'bigint') return 2 * NUMBER_BYTES;
  if (typeof value === 'number') return NUMBER_BYTES;
  if (!Array.isArray(value)) return 0;
  let bytes = ARRAY_BYTES;
  for (const member of value as readonly Value[]) bytes += SLOT_BYTES + valueBytes(member);
  return bytes;
}

/** Estimates the memory of a text with a number of UTF-16 code units, in bytes. */
export function textBytes(length: number): number {
  return STRING_BYTES + 2 * length;
}
