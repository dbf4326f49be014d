import { quoteText } from '#googlesql';
import type { DemoDraw, DemoTable } from './demo-table.ts';

const MICROS_PER_MINUTE = 60_000_000;

/** Traffic relative to the busiest hour: a low at 03:00 and a high at 15:00 UTC, weaker weekends, noise per minute. */
const LOAD = `(0.62 - 0.38 * cos((minute % 1440 - 180) * pi() / 720))
    * (CASE WHEN (minute // 1440 + 4) % 7 IN (0, 6) THEN 0.7 ELSE 1.0 END)
    * (0.7 + hash(minute, 'load') % 600 / 1000.0)`;

/** The first row of a minute is in its first second, so that the newest minute has a row at once. */
const ROW_MICROS = `minute * ${MICROS_PER_MINUTE} + CASE number
    WHEN 0 THEN 120000 + CAST(seed % 700000 AS BIGINT)
    ELSE CAST(seed % ${MICROS_PER_MINUTE} AS BIGINT) END`;

/** The moments of a range, as SQL expressions of microseconds. */
interface Range {
  readonly start: string;
  readonly end: string;
}

/** SQL for the `minute`, `number`, `seed`, `micros` and `row_id` of a table's demo rows in a range. */
export function numberedRows(
  { leastRows, rowsPerMinute }: DemoTable,
  table: string,
  { start, end }: Range,
): string {
  const first = `(${start}) // ${MICROS_PER_MINUTE}`;
  const last = `((${end}) - 1) // ${MICROS_PER_MINUTE}`;
  const count = `CAST(greatest(${leastRows}, ${rowsPerMinute} * ${LOAD}) AS BIGINT)`;
  const text = `${quoteText(`${table} `)} || minute || ' ' || number`;
  return `SELECT * FROM (
  SELECT *, ${ROW_MICROS} AS micros, CAST(CAST(md5(${text}) AS UUID) AS VARCHAR) AS row_id FROM (
    SELECT *, hash(minute, number, ${quoteText(table)}) AS seed FROM (
      SELECT minute, unnest(range(${count})) AS number
      FROM range(${first}, ${last} + 1) AS minutes(minute))))
WHERE micros >= (${start}) AND micros < (${end})`;
}

/**
 * Adds the draws that some expressions need to rows. Each is computed in a subquery above those that it names: DuckDB
 * would repeat the expression of an alias of the same SELECT wherever it is named.
 */
export function withDraws(
  rows: string,
  draws: readonly DemoDraw[],
  expressions: readonly string[],
): string {
  return levelsOf(neededDraws(draws, expressions)).reduce((sql, level) => {
    const list = level.map(([name, expression]) => `${expression} AS ${name}`);
    return `SELECT *, ${list.join(', ')} FROM (${sql})`;
  }, rows);
}

function neededDraws(
  draws: readonly DemoDraw[],
  expressions: readonly string[],
): readonly DemoDraw[] {
  const texts = [...expressions];
  const needed = draws.toReversed().filter(([name, expression]) => {
    const isNeeded = texts.some((text) => names(text, name));
    if (isNeeded) texts.push(expression);
    return isNeeded;
  });
  return needed.toReversed();
}

/** The draws by how many others one after another have to be computed before. */
function levelsOf(draws: readonly DemoDraw[]): readonly (readonly DemoDraw[])[] {
  const levels: DemoDraw[][] = [];
  for (const draw of draws) {
    const [, expression] = draw;
    const last = levels.findLastIndex((level) => level.some(([name]) => names(expression, name)));
    const level = levels[last + 1];
    if (level) level.push(draw);
    else levels.push([draw]);
  }
  return levels;
}

/** Whether an expression names a draw; a text in it that reads alike only makes the draw one more that is computed. */
function names(expression: string, draw: string): boolean {
  return new RegExp(`\\b${draw}\\b`).test(expression);
}
