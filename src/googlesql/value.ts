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
