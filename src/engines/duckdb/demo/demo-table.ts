import type { RowExpressions } from '../records/row-expression.ts';

/** A value that several columns of a row share: its name, and an expression of DuckDB SQL. */
export type DemoDraw = readonly [name: string, expression: string];

/**
 * How demo rows of a table with a `time` are generated.
 *
 * Rows are numbered within their minute, and all their values are derived from a hash of table, minute and number: a
 * minute always has the same rows. Expressions may name `minute` (since the epoch), `number`, `seed` (the hash), `micros`
 * (the row's time in microseconds) and `row_id` (a UUID as text).
 */
export interface DemoTable {
  /** The mean number of rows in a minute of the busiest hour. */
  readonly rowsPerMinute: number;
  /** Every minute has at least this many rows. */
  readonly leastRows: number;
  /** In order: each may name earlier ones. */
  readonly draws: readonly DemoDraw[];
  /** The table's columns, as expressions over `draws`; the column of `time` is added. */
  readonly row: RowExpressions;
}
