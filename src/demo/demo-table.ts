import type { TimeRange } from '../engines/duckdb/queries/time-range.ts';
import { type RowExpressions, selectList } from '../engines/duckdb/records/row-expression.ts';
import { quoteText, type Table } from '../googlesql/index.ts';
import { uuidOf } from './draw.ts';

/** Microseconds in a minute. */
export const MICROS_PER_MINUTE = 60_000_000;

/**
 * How the demo rows of one table are generated.
 *
 * Rows are numbered within their minute, and all their values are derived from a hash of table, minute and number: a
 * minute always has the same rows, however often it is generated.
 */
export interface DemoTable {
  /** Logical name of the log table. */
  readonly table: string;
  /** The mean number of rows in a minute of the busiest hour. */
  readonly rowsPerMinute: number;
  /** Every minute has at least this many rows. */
  readonly leastRows: number;
  /** Values that several columns share, in order; each may use earlier ones, and `minute`, `number` and `seed`. */
  readonly draws: readonly (readonly [name: string, expression: string])[];
  /** The table's columns, as expressions over `draws`; `timestamp` and `id` are added. */
  readonly row: RowExpressions;
}

/** SQL that generates a table's demo rows in a time range, with `singleRecords` of its row stored as one. */
export function demoRowsSql(demo: DemoTable, table: Table, range: TimeRange): string {
  const first = Math.floor(range.start / MICROS_PER_MINUTE);
  const last = Math.floor((range.end - 1) / MICROS_PER_MINUTE);
  const row = {
    timestamp: 'make_timestamptz(micros)',
    id: uuidOf(`${quoteText(`${demo.table} `)} || minute || ' ' || number`),
    ...demo.row,
  };
  const draws = [['micros', ROW_MICROS] as const, ...demo.draws];
  return `
WITH counts AS (
  SELECT minute, CAST(greatest(${demo.leastRows}, ${demo.rowsPerMinute} * ${LOAD}) AS BIGINT) AS count
  FROM range(${first}, ${last + 1}) AS minutes(minute)
),
numbered AS (
  SELECT minute, number, hash(minute, number, ${quoteText(demo.table)}) AS seed
  FROM counts CROSS JOIN range(0, ${Math.ceil(demo.rowsPerMinute * PEAK) + demo.leastRows}) AS numbers(number)
  WHERE number < count
),
drawn AS (
  SELECT minute, number, seed,
  ${draws.map(([name, expression]) => `${expression} AS ${name}`).join(',\n  ')}
  FROM numbered
)
SELECT
  ${selectList(table.columns, row)}
FROM drawn
WHERE micros >= ${range.start} AND micros < ${range.end}`;
}

/** The first row of a minute is in its first second, so that the newest minute has a row at once. */
const ROW_MICROS = `minute * ${MICROS_PER_MINUTE} + CASE number
    WHEN 0 THEN 120000 + CAST(seed % 700000 AS BIGINT)
    ELSE CAST(seed % ${MICROS_PER_MINUTE} AS BIGINT) END`;

/** The greatest value of `LOAD`. */
const PEAK = 1.6;

/** Traffic relative to the busiest hour: a low at 03:00 and a high at 15:00 UTC, weaker weekends, noise per minute. */
const LOAD = `(0.62 - 0.38 * cos((minute % 1440 - 180) * pi() / 720))
    * (CASE WHEN (minute // 1440 + 4) % 7 IN (0, 6) THEN 0.7 ELSE 1.0 END)
    * (0.7 + hash(minute, 'load') % 600 / 1000.0)`;
