import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '#googlesql';
import { withDuckDb } from './import-instance.ts';
import type { StagedForm } from './staged-form.ts';
import type { StagedRows } from './staged-rows.ts';

/** Rows to be written as one file. */
export interface RowsToWrite {
  readonly staged: StagedRows;
  readonly form: StagedForm;
  readonly rows: number;
  /** For temporary files, and for what DuckDB spills. */
  readonly folder: string;
  /** The path of the file. */
  readonly target: string;
  /** The text in the file's metadata. */
  readonly metadata: string;
}

/** A file is read row group by row group: of more rows, a statement about few would read too many. */
const MAX_GROUP_ROWS = 30_720;

/** DuckDB's vectors have so many rows, and a row group whole ones. */
const MIN_GROUP_ROWS = 2_048;

/** A row group is in memory as a whole while it is written. */
const GROUP_BYTES = 48 * 1024 * 1024;

/** Rows of which so many bytes are long. */
const LONG_ROW_BYTES = 1_500;

/** How many bytes are sorted at once: DuckDB's sort spills, but runs out of memory with long rows and with many. */
const PART_BYTES = { long: 48 * 1024 * 1024, short: 2 * 1024 * 1024 * 1024 };

/** What all processes take is this, beside some 250 MB of DuckDB's buffers and this process. */
const MEMORY = '250MB';

/**
 * Sorts staged rows while they are flat, and then makes the table's rows of them: a sort of records of a hundred fields
 * takes several times the memory. Both steps write their rows to a file, so that neither waits for the memory of the other.
 */
export async function writeRows(rows: RowsToWrite): Promise<void> {
  const { folder, form, metadata, staged, target } = rows;
  const groupRows = groupRowsOf(staged.bytes / rows.rows);
  const sorted = await withDuckDb({ memory: MEMORY, folder }, (connection) =>
    sortRows(connection, rows),
  );
  rmSync(staged.path);
  await withDuckDb({ memory: MEMORY, folder }, async (connection) => {
    const select = form.select(form.sorted(sorted, staged.longest));
    const written = await copyTo(connection, select, { path: target, groupRows, metadata });
    refuseOtherCount(written, rows.rows);
  });
  for (const path of sorted) rmSync(path);
}

/** Writes the staged rows to files whose rows follow each other; resolves with their paths. */
async function sortRows(
  connection: DuckDBConnection,
  { folder, form, rows, staged }: RowsToWrite,
): Promise<readonly string[]> {
  const columns = form.columns.join(', ');
  const source = form.staged(staged.path, staged.longest);
  const conditions = await sortedAtOnce(connection, staged, rows, form);
  const paths: string[] = [];
  let written = 0;
  for (const [i, condition] of conditions.entries()) {
    const path = join(folder, `sorted-${i}`);
    const select = `SELECT ${columns} FROM ${source} WHERE ${condition} ORDER BY ${form.order}`;
    written += await copy(connection, select, path, form.copyOptions);
    paths.push(path);
  }
  refuseOtherCount(written, rows);
  return paths;
}

/** Conditions of which each row meets one, in the order of the rows: many or long ones are sorted part by part. */
async function sortedAtOnce(
  connection: DuckDBConnection,
  staged: StagedRows,
  rows: number,
  form: StagedForm,
): Promise<readonly string[]> {
  const partBytes = PART_BYTES[staged.bytes / rows > LONG_ROW_BYTES ? 'long' : 'short'];
  if (staged.bytes <= partBytes) return ['true'];
  const { key } = form;
  const part = Math.ceil((rows * partBytes) / staged.bytes);
  await connection.run(`CREATE TEMP TABLE cuts AS SELECT key, row_number() OVER (ORDER BY key) AS n
    FROM (SELECT DISTINCT key FROM (SELECT key, row_number() OVER (ORDER BY key) AS n
      FROM (SELECT ${key} AS key FROM ${form.staged(staged.path, staged.longest)})) WHERE n % ${part} = 0)`);
  const reader = await connection.runAndReadAll('SELECT count(*) FROM cuts');
  const cuts = Number(reader.getRows()[0]?.[0]);
  const cut = (n: number) => `(SELECT key FROM cuts WHERE n = ${n})`;
  return Array.from({ length: cuts + 1 }, (_, i) => {
    const from = i === 0 ? 'true' : `${key} >= ${cut(i)}`;
    const to = i === cuts ? 'true' : `${key} < ${cut(i + 1)}`;
    return `${from} AND ${to}`;
  });
}

/** The rows of a row group whose rows have so many bytes on average. */
export function groupRowsOf(rowBytes: number): number {
  const rows = Math.floor(GROUP_BYTES / rowBytes);
  return Math.max(MIN_GROUP_ROWS, Math.min(MAX_GROUP_ROWS, rows));
}

/** Throws an `Error` if not all rows were written. */
export function refuseOtherCount(written: number, rows: number): void {
  if (written !== rows) throw new Error(`${written} rows were written instead of ${rows}`);
}

interface CopyTarget {
  readonly path: string;
  readonly groupRows: number;
  readonly metadata?: string;
}

/** Writes the rows of a SELECT to a Parquet file; resolves with their number. */
export async function copyTo(
  connection: DuckDBConnection,
  select: string,
  { groupRows, metadata, path }: CopyTarget,
): Promise<number> {
  const options = [
    'FORMAT parquet',
    'COMPRESSION zstd',
    `ROW_GROUP_SIZE ${groupRows}`,
    // Small dictionaries: with ninety columns, the default ones take hundreds of megabytes.
    'STRING_DICTIONARY_PAGE_SIZE_LIMIT 65536',
    ...(metadata === undefined ? [] : [`KV_METADATA {fieldstone: ${quoteText(metadata)}}`]),
  ];
  return copy(connection, select, path, options);
}

async function copy(
  connection: DuckDBConnection,
  select: string,
  path: string,
  options: readonly string[],
): Promise<number> {
  const reader = await connection.runAndReadAll(
    `COPY (${select}) TO ${quoteText(path)} (${options.join(', ')})`,
  );
  return Number(reader.getRows()[0]?.[0]);
}
