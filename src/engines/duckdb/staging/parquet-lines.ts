import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText, type Table, type Type } from '../../../googlesql/index.ts';
import { holdsBytes } from './bytes-columns.ts';
import { openSmallInstance } from './small-instance.ts';

const LINE_END = '\n';

/**
 * Rows of a Parquet file as JSON lines, in their order, a list of bytes for each part. Many programs write texts as
 * binary columns: they are texts in a table without BYTES, and in others where they are columns of another type.
 */
export async function* parquetLines(
  path: string,
  folder: string,
  table: Table,
): AsyncGenerator<Buffer> {
  const hasBytes = table.columns.some(({ type }) => holdsBytes(type));
  const instance = await openSmallInstance(folder);
  const connection = await instance.connect();
  try {
    const source = `read_parquet(${quoteText(path)}, binary_as_string = ${!hasBytes})`;
    const columns = await readableColumns(connection, source, table);
    const rows = await connection.stream(
      // A name that no column has: `to_json` of a column's name would be the column.
      `SELECT CAST(to_json("whole row") AS VARCHAR) FROM (SELECT ${columns.join(', ')} FROM ${source}) AS "whole row"`,
    );
    for (let chunk = await rows.fetchChunk(); chunk?.rowCount; chunk = await rows.fetchChunk()) {
      const lines = chunk.getColumnValues(0);
      yield Buffer.from(lines.map((line) => `${line}${LINE_END}`).join(''));
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
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
