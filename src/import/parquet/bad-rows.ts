import type { DuckDBConnection } from '@duckdb/node-api';
import { excerpt, type Table } from '#googlesql';
import { parseDataFault } from '../../engines/duckdb/files/data-fault.ts';
import { messageOf } from '../../errors.ts';
import { BadLine } from '../rows/bad-line.ts';
import { refuseOutside, type TimeBounds } from '../rows/moments.ts';
import type { Reject } from '../rows/parse-block.ts';
import { given, ROW } from './row-names.ts';
import type { TypedRows } from './typed-rows.ts';

/** Rows whose reasons are computed one by one; those of others only say which row they are. */
const MAX_REASONS = 1_000;

const MAX_SHOWN = 60;

/** What `badRows` needs to know. */
export interface BadRowsOptions {
  readonly table: Table;
  readonly rows: TypedRows;
  /** The FROM item of the file's rows, with `file_row_number`. */
  readonly source: string;
  readonly bounds: TimeBounds | undefined;
  readonly keepsRejects: boolean;
}

/** The rows of a Parquet file that cannot be imported, with their numbers and reasons, in their order. */
export async function badRows(
  connection: DuckDBConnection,
  options: BadRowsOptions,
): Promise<readonly Reject[]> {
  const { bounds, keepsRejects, rows, source, table } = options;
  await connection.run(`CREATE TEMP TABLE bad_rows AS
    SELECT given.*, typed.* EXCLUDE (${ROW.number})
    FROM (SELECT ${ROW.number}, ${ROW.micros}, ${ROW.isOutside} FROM ${rows.relation} WHERE ${ROW.isBad}) AS typed
    JOIN ${rows.given} AS given ON given.${ROW.number} = typed.${ROW.number}`);
  const timeAt = table.columns.findIndex(({ name }) => name === table.time);
  const hasTime = (await columnsOf(connection)).includes(given(timeAt).slice(1, -1));
  const text = keepsRejects
    ? `(SELECT file_row_number + 1 AS n, CAST(to_json(r) AS VARCHAR) AS text FROM (SELECT * FROM ${source}) AS r WHERE file_row_number + 1 IN (SELECT ${ROW.number} FROM bad_rows))`
    : '(SELECT NULL AS n, NULL AS text WHERE false)';
  const reader = await connection.runAndReadAll(
    `SELECT b.${ROW.number}, b.${ROW.micros}, b.${ROW.isOutside}, ${hasTime ? `CAST(b.${given(timeAt)} AS VARCHAR)` : 'NULL'}, texts.text
      FROM bad_rows AS b LEFT JOIN ${text} AS texts ON texts.n = b.${ROW.number} ORDER BY 1`,
  );
  const rejects: Reject[] = [];
  for (const [n, micros, isOutside, time, json] of reader.getRows()) {
    const number = Number(n);
    const outside = { given: time, micros: micros as bigint | null, bounds };
    const isTold = rejects.length < MAX_REASONS;
    const found = isTold ? await reasonOf(connection, rows, number) : undefined;
    const other = isOutside === true ? outsideReason(table.time ?? '', outside) : undefined;
    const reason = found ?? other ?? 'A value is none of its column’s type';
    rejects.push({ line: number, reason, ...(typeof json === 'string' && { text: json }) });
  }
  await connection.run('DROP TABLE bad_rows');
  return rejects;
}

async function columnsOf(connection: DuckDBConnection): Promise<readonly string[]> {
  const reader = await connection.runAndReadAll('SELECT * FROM bad_rows LIMIT 0');
  return reader.columnNames();
}

/** What the reading of the row fails with. */
async function reasonOf(
  connection: DuckDBConnection,
  { checked }: TypedRows,
  number: number,
): Promise<string | undefined> {
  try {
    const values = checked.map((text, i) => `(${text}) IS NULL AS c${i}`);
    await connection.runAndReadAll(
      `SELECT ${values.join(', ')} FROM bad_rows WHERE ${ROW.number} = ${number}`,
    );
    return undefined;
  } catch (error) {
    const fault = parseDataFault(messageOf(error));
    if (!fault) return excerpt(messageOf(error).split('\n')[0] ?? '');
    const value =
      fault.value === null ? '' : `, not ${excerpt(JSON.stringify(fault.value), MAX_SHOWN)}`;
    return `"${fault.column}" ${fault.problem}${value}`;
  }
}

interface OutsideTime {
  readonly given: unknown;
  readonly micros: bigint | null;
  readonly bounds: TimeBounds | undefined;
}

function outsideReason(field: string, { bounds, given, micros }: OutsideTime): string | undefined {
  if (!bounds) return undefined;
  try {
    refuseOutside(field, given, micros ?? undefined, bounds);
    return undefined;
  } catch (error) {
    if (error instanceof BadLine) return error.message;
    throw error;
  }
}
