import type { Row, Value } from '../googlesql/value.ts';

/** About what V8 takes, with slack: for an array and its elements, for a string, for a number that is no small integer. */
const ARRAY_BYTES = 128;
const STRING_BYTES = 40;
const NUMBER_BYTES = 16;
const SLOT_BYTES = 8;

/** About how many bytes of memory rows take; not less than they do, so that a bound on the sum holds. */
export function rowBytes(rows: readonly Row[]): number {
  let bytes = ARRAY_BYTES;
  for (const row of rows) bytes += SLOT_BYTES + valueBytes(row);
  return bytes;
}

function valueBytes(value: Value): number {
  if (typeof value === 'string') return STRING_BYTES + 2 * value.length;
  if (typeof value === 'bigint') return 2 * NUMBER_BYTES;
  if (typeof value === 'number') return NUMBER_BYTES;
  if (!Array.isArray(value)) return 0;
  let bytes = ARRAY_BYTES;
  for (const member of value as readonly Value[]) bytes += SLOT_BYTES + valueBytes(member);
  return bytes;
}
