/**
 * A GoogleSQL value as both interfaces and the cache see it; the column's `Type` says how to read it.
 *
 * | type | value |
 * |---|---|
 * | BOOL | boolean |
 * | INT64 | number when it is a safe integer, else bigint |
 * | FLOAT64 | number, also NaN and the infinities |
 * | NUMERIC, BIGNUMERIC | decimal text without trailing zeros |
 * | STRING | string |
 * | BYTES | base64 text |
 * | DATE | `2026-07-01` |
 * | DATETIME | `2026-07-01T10:00:00`, with `.ffffff` (six digits) when there is a fraction |
 * | TIME | `10:00:00`, with `.ffffff` (six digits) when there is a fraction |
 * | TIMESTAMP | microseconds since the epoch: number when it is a safe integer, else bigint |
 * | INTERVAL | `Y-M D H:M:S[.ffffff]` |
 * | JSON | JSON text |
 * | RANGE | `[start, end)`: bounds as above, those of a RANGE<TIMESTAMP> as `2026-07-01 10:00:00+00`, or `UNBOUNDED` |
 * | ARRAY | array of values |
 * | STRUCT | array of the fields' values, in order |
 *
 * NULL is `null`.
 */
export type Value = null | boolean | number | bigint | string | readonly Value[];

/** The value of a literal: a scalar as above. */
export type LiteralValue = null | boolean | number | bigint | string;

/** One row of a result: the columns' values, in order. */
export type Row = readonly Value[];

/** An integer as its canonical value: a number when that is exact, else a bigint. */
export function integerValue(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value;
}

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
