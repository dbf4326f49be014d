import { type DuckDBConnection, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { quoteText } from '#googlesql/runtime';
import { messageOf } from '../../../errors.ts';
import type { DataFile, FileDescription, ParquetDescription } from './file-description.ts';
import { escapeWildcards, type FileFormat } from './file-format.ts';
import { storedType } from './plain-type.ts';
import type { StoredField, StoredType } from './stored-type.ts';
import { checkCsv, checkPacking } from './text/check-text.ts';
import { readCsvHeader } from './text/csv-header.ts';
import { unpackedBytes } from './text/unpacked-bytes.ts';

/**
 * Describes data files, in their order. Throws an `Error` that names the file if one is damaged, cut or not of its format.
 * CSV and packed files are read whole for that, but not parsed.
 */
export async function describeFiles(
  connection: DuckDBConnection,
  files: readonly DataFile[],
): Promise<readonly FileDescription[]> {
  const parquet = files.filter(({ format }) => format === 'parquet').map(({ path }) => path);
  const known = await describeParquet(connection, parquet);
  const descriptions: FileDescription[] = [];
  for (const { path, format } of files) {
    descriptions.push(known.get(path) ?? (await describeText(path, format)));
  }
  return descriptions;
}

async function describeText(path: string, format: FileFormat): Promise<FileDescription> {
  try {
    return format === 'csv' ? await describeCsv(path) : await describeNdjson(path);
  } catch (error) {
    throw unreadable(path, format, error);
  }
}

async function describeCsv(path: string): Promise<FileDescription> {
  const names = await readCsvHeader(path);
  await checkCsv(path);
  return { format: 'csv', names };
}

async function describeNdjson(path: string): Promise<FileDescription> {
  for await (const bytes of unpackedBytes(path)) {
    const text = bytes.toString('utf8').trimStart();
    if (text === '') continue;
    if (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) throw new Error('it has a byte order mark');
    if (text.startsWith('[')) throw new Error('it is an array: write one object a line');
    if (!text.startsWith('{')) throw new Error('it does not begin with an object');
    break;
  }
  await checkPacking(path);
  return { format: 'ndjson' };
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

const NAMES: Readonly<Record<FileFormat, string>> = {
  parquet: 'Parquet',
  csv: 'CSV',
  ndjson: 'newline-delimited JSON',
};

function unreadable(path: string, format: FileFormat, cause: unknown): Error {
  const [reason] = messageOf(cause).split('\n');
  return new Error(`Cannot read "${path}" as ${NAMES[format]}: ${reason}`, { cause });
}

/** A row for each Parquet file, with a hash of all of its schema. */
const SCHEMAS = `
  SELECT s.file_name, s.schema, i.file_name IS NOT NULL
  FROM (SELECT file_name, CAST(bit_xor(md5_number(CAST(row(column_id, name, type, type_length, repetition_type,
               num_children, converted_type, scale, precision, logical_type) AS VARCHAR))) AS VARCHAR) AS schema
        FROM parquet_schema($paths) GROUP BY file_name) AS s
  LEFT JOIN (SELECT DISTINCT file_name FROM parquet_kv_metadata($paths) WHERE key = 'fieldstone'::BLOB) AS i
    USING (file_name)`;

async function describeParquet(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ParquetDescription>> {
  const descriptions = new Map<string, ParquetDescription>();
  if (paths.length === 0) return descriptions;
  const rows = await readSchemas(connection, paths);
  const groups = new Map<string, ParquetDescription>();
  for (const [path, schema, isImported] of rows) {
    const key = `${isImported} ${schema}`;
    const description = groups.get(key) ?? {
      format: 'parquet',
      columns: await storedColumns(connection, path),
      isImported,
    };
    groups.set(key, description);
    descriptions.set(path, description);
  }
  return descriptions;
}

type SchemaRow = readonly [path: string, schema: string, isImported: boolean];

/** The schemas of all files; where that fails, the error names the first file of which it is so. */
async function readSchemas(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<readonly SchemaRow[]> {
  try {
    const values = { paths: listValue(paths.map(escapeWildcards)) };
    const result = await connection.runAndReadAll(SCHEMAS, values, { paths: LIST(VARCHAR) });
    return result.getRows() as unknown as SchemaRow[]; // As the statement selects them.
  } catch (error) {
    const [path = ''] = paths;
    if (paths.length === 1) throw unreadable(path, 'parquet', error);
    for (const one of paths) await readSchemas(connection, [one]);
    throw error;
  }
}

async function storedColumns(
  connection: DuckDBConnection,
  path: string,
): Promise<readonly StoredField[]> {
  const file = quoteText(escapeWildcards(path));
  const wide = await wideDecimals(connection, file);
  const statement = await connection.prepare(
    `SELECT * FROM read_parquet(${file}, hive_partitioning = false)`,
  );
  try {
    return Array.from({ length: statement.columnCount }, (_, i) => ({
      name: statement.columnName(i),
      type: asWritten(storedType(statement.columnType(i)), statement.columnName(i), wide),
    }));
  } finally {
    statement.destroySync();
  }
}

/** The columns and fields of DECIMALs that have more digits than DuckDB's, which reads them as DOUBLE; with their types. */
async function wideDecimals(connection: DuckDBConnection, file: string) {
  const reader = await connection.runAndReadAll(
    `SELECT name, printf('DECIMAL(%d,%d)', precision, scale) FROM parquet_schema(${file}) WHERE precision > 38`,
  );
  return new Map(reader.getRows() as [string, string][]); // As the statement selects them.
}

/** A type in which such a DECIMAL is one of its own name, which is read as no other type. */
function asWritten(type: StoredType, name: string, wide: ReadonlyMap<string, string>): StoredType {
  switch (type.kind) {
    case 'scalar':
      return type.name === 'DOUBLE' ? { ...type, name: wide.get(name) ?? type.name } : type;
    case 'list':
      return { ...type, element: asWritten(type.element, 'element', wide) };
    case 'map':
      return { ...type, value: asWritten(type.value, 'value', wide) };
    case 'struct':
      return {
        ...type,
        fields: type.fields.map((field) => ({
          ...field,
          type: asWritten(field.type, field.name, wide),
        })),
      };
  }
}
