import type { Row, Value } from './value.ts';

/** About what V8 takes, with slack, for an array and each of its slots. */
export const ARRAY_BYTES = 128;
export const SLOT_BYTES = 8;
/** For a number that is no small integer. */
export const NUMBER_BYTES = 16;
const STRING_BYTES = 40;

/** About how many bytes of memory rows take; not less than they do, so that a bound on the sum holds. */
export function rowsBytes(rows: readonly Row[]): number {
  return valueBytes(rows);
}

/** The same for one value, a row among them. */
export function valueBytes(value: Value): number {
  if (typeof value === 'string') return textBytes(value.length);
  if (typeof value === 'bigint') return 2 * NUMBER_BYTES;
  if (typeof value === 'number') return NUMBER_BYTES;
  if (!Array.isArray(value)) return 0;
  let bytes = ARRAY_BYTES;
  for (const member of value as readonly Value[]) bytes += SLOT_BYTES + valueBytes(member);
  return bytes;
}

/** The same for a text of so many UTF-16 units. */
export function textBytes(length: number): number {
  return STRING_BYTES + 2 * length;
}
