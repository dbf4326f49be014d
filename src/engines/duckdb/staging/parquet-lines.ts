import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText, type Table, type Type } from '../../../googlesql/index.ts';
import { globbed } from '../store/parquet-store.ts';
import { withConnection } from '../with-connection.ts';
import { holdsBytes } from './bytes-columns.ts';
import { openSmallInstance } from './small-instance.ts';

/** A Parquet file whose rows are wanted as lines. */
export interface ParquetInput {
  readonly path: string;
  readonly table: Table;
  /** Where the lines are written; the file must not exist. */
  readonly lines: string;
  /** For what DuckDB spills. */
  readonly folder: string;
}

/**
 * Writes the rows of a Parquet file as zstd-compressed JSON lines, in their order; resolves with their number, and
 * rejects if one cannot be read. Many programs write texts as binary columns: they are texts in a table without BYTES,
 * and in others where they are columns of another type.
 *
 * A streamed result cannot be used: DuckDB's package ends it without an error where reading fails.
 */
export async function writeParquetLines(input: ParquetInput): Promise<number> {
  const { folder, lines, path, table } = input;
  const hasBytes = table.columns.some(({ type }) => holdsBytes(type));
  const instance = await openSmallInstance(folder);
  try {
    return await withConnection(instance, async (connection) => {
      const source = `read_parquet(${quoteText(globbed(path))}, binary_as_string = ${!hasBytes}, hive_partitioning = false)`;
      const columns = await readableColumns(connection, source, table);
      const rows = await numberIn(
        connection,
        `SELECT num_rows FROM parquet_file_metadata(${quoteText(globbed(path))})`,
      );
      const written = await numberIn(
        connection,
        `COPY (SELECT ${columns.join(', ')} FROM ${source}) TO ${quoteText(lines)} (FORMAT json, COMPRESSION zstd)`,
      );
      if (written !== rows) throw new Error(`${written} of its ${rows} rows could be read`);
      return rows;
    });
  } finally {
    instance.closeSync();
  }
}

/** The number that a statement gives. */
async function numberIn(connection: DuckDBConnection, sql: string): Promise<number> {
  const reader = await connection.runAndReadAll(sql);
  return Number(reader.getRows()[0]?.[0]);
}

const OTHER_PRECISION = /\bTIMESTAMP_(?:NS|MS|S)\b/g;

/** The file's columns in forms that lines of JSON have them, with times in microseconds as in the tables. */
async function readableColumns(
  connection: DuckDBConnection,
  source: string,
  table: Table,
): Promise<readonly string[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
  return described.getRows().map(([name, type]) => {
    const column = quoteName(String(name));
    const value = readable(column, String(type), leafType(table, String(name)));
    return value === column ? column : `${value} AS ${column}`;
  });
}

function readable(column: string, type: string, wanted: Type | undefined): string {
  if (type === 'BLOB' && wanted?.kind !== 'BYTES') return `decode(${column})`;
  if (type === 'VARCHAR' && wanted?.kind === 'BYTES') return `from_base64(${column})`;
  if (type === 'VARCHAR' && wanted?.kind === 'JSON') return `CAST(${column} AS JSON)`;
  const exact = type.replace(OTHER_PRECISION, 'TIMESTAMP');
  return exact === type ? column : `CAST(${column} AS ${exact})`;
}

/** The type of a column, or of a leaf whose path has dots, in any case; undefined if the table does not have it. */
function leafType({ columns }: Table, path: string): Type | undefined {
  const [first, ...rest] = path.toLowerCase().split('.');
  let type = columns.find(({ name }) => name.toLowerCase() === first)?.type;
  for (const part of rest) {
    const record = type?.kind === 'ARRAY' ? type.element : type;
    type =
      record?.kind === 'STRUCT'
        ? record.fields.find(({ name }) => name.toLowerCase() === part)?.type
        : undefined;
  }
  return type;
}
