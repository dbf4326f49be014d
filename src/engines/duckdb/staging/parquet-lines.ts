import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from '../../../googlesql/index.ts';
import { openSmallInstance } from './small-instance.ts';

const LINE_END = '\n';

/** Rows of a Parquet file as JSON lines, in their order, a list of bytes for each part. */
export async function* parquetLines(path: string, folder: string): AsyncGenerator<Buffer> {
  const instance = await openSmallInstance(folder);
  const connection = await instance.connect();
  try {
    const source = `read_parquet(${quoteText(path)}, binary_as_string = true)`;
    const columns = await readableColumns(connection, source);
    const rows = await connection.stream(
      `SELECT CAST(to_json(t) AS VARCHAR) FROM (SELECT ${columns.join(', ')} FROM ${source}) t`,
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

/** The file's columns, with times in microseconds, which is the precision of the tables. */
async function readableColumns(
  connection: DuckDBConnection,
  source: string,
): Promise<readonly string[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${source}`);
  return described.getRows().map(([name, type]) => {
    const column = quoteName(String(name));
    const exact = String(type).replace(OTHER_PRECISION, 'TIMESTAMP');
    return exact === type ? column : `CAST(${column} AS ${exact}) AS ${column}`;
  });
}
