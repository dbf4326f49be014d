import type { FieldPath } from '#googlesql';
import type { SingleRecords } from '../records/record-shape.ts';
import { MICROS_PER_DAY, type TimeBounds } from '../tables/time-range.ts';

/**
 * The paths of the fields that a statement reads of a column, as `FieldUses` gives them: `[[]]` for all of it, none if
 * its value is not used; undefined for a column that the statement does not name.
 */
export type FieldsRead = (column: string) => readonly FieldPath[] | undefined;

/** The demo rows of a table, made by SQL inside the statement that reads them. */
export interface DemoRows {
  /** The records that every row stores as one instead of a list. */
  readonly single: SingleRecords;
  /**
   * A DuckDB SELECT of the rows with `start <= time < end`, in the columns' DuckDB types; of all rows if the table has
   * no `time`. Both are SQL expressions of BIGINT microseconds since the epoch, such as `$start`.
   *
   * With `fieldsRead`, columns that it does not name are left out, and fields that it does not list are NULL or `[]`:
   * DuckDB computes all fields of a record that is made in a subquery if one of them is read.
   */
  sql(start: string, end: string, fieldsRead?: FieldsRead): string;
}

/** The number of whole days before today that have demo rows. */
export const DEMO_DAYS = 8;

/** The half-open range of demo rows, in microseconds, at a moment: up to and including it, within the bounds of a scan. */
export function demoRange(
  now: bigint | number,
  { lower, upper }: TimeBounds = {},
): { readonly start: bigint; readonly end: bigint } {
  const present = BigInt(now);
  const day = BigInt(MICROS_PER_DAY);
  // BigInt remainders have the sign of the dividend, but no service runs before 1970.
  const first = present - (present % day) - BigInt(DEMO_DAYS) * day;
  const start = lower !== undefined && BigInt(lower) > first ? BigInt(lower) : first;
  const last = upper !== undefined && BigInt(upper) < present ? BigInt(upper) : present;
  return { start, end: last < start ? start : last + 1n };
}
