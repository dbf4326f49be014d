import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { escapeWildcards } from '../../engines/duckdb/files/file-format.ts';
import { quoteText } from '../../googlesql/index.ts';
import { withDuckDb } from './import-instance.ts';
import { jsonLines } from './json-lines.ts';
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

/** More than the bytes that DuckDB adds to a row in a line. */
const ADDED_BYTES = 64;

/** What all processes take is this, beside some 250 MB of DuckDB's buffers and this process. */
const MEMORY = '250MB';

/**
 * Sorts staged rows while they are flat, and then makes the table's rows of them: a sort of records of a hundred fields
 * takes several times the memory. Both steps write their rows to a file, so that neither waits for the memory of the other.
 */
export async function writeRows(rows: RowsToWrite): Promise<void> {
  const { folder, form, metadata, staged, target } = rows;
  const groupRows = groupRowsOf(staged.bytes / rows.rows);
  const sorted = join(folder, 'sorted');
  await withDuckDb({ memory: MEMORY, folder }, async (connection) => {
    const columns = Object.keys(form.sorted ?? form.columns).join(', ');
    const flat = `SELECT ${columns} FROM ${staged.relation(form.columns)} ORDER BY ${form.order}`;
    const written = form.sorted
      ? await copy(connection, flat, sorted, ['FORMAT json', 'COMPRESSION zstd'])
      : await copy(connection, flat, sorted, ['FORMAT parquet', `ROW_GROUP_SIZE ${groupRows}`]);
    refuseOtherCount(written, rows.rows);
  });
  rmSync(staged.path);
  await withDuckDb({ memory: MEMORY, folder }, async (connection) => {
    const source = form.sorted
      ? jsonLines(sorted, form.sorted, staged.longest + ADDED_BYTES)
      : `read_parquet(${quoteText(escapeWildcards(sorted))}, hive_partitioning = false)`;
    const select = form.select(source);
    const written = await copyTo(connection, select, { path: target, groupRows, metadata });
    refuseOtherCount(written, rows.rows);
  });
  rmSync(sorted);
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
