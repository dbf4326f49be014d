import { statSync } from 'node:fs';
import { join } from 'node:path';
import { quoteName, quoteText, type Table, type Type } from '../../../googlesql/index.ts';
import { logicalSource } from '../queries/table-source.ts';
import { verifyFiles } from '../store/file-verifier.ts';
import { refuseSchemaChange } from '../store/schema-change.ts';
import { storedTime } from '../store/stored-time.ts';
import { tenantExpression } from '../writer/file-facts.ts';
import type { StoreReader } from './store-reader.ts';

/** The rows to export. */
export interface ExportSelection {
  readonly table: Table;
  /** The first moment, and the one after the last, in microseconds. */
  readonly from: bigint | undefined;
  readonly to: bigint | undefined;
  readonly project: string | undefined;
  readonly format: 'ndjson' | 'parquet';
}

/** A file with exported rows, deleted with the reader. */
export interface ExportedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Writes rows as GoogleSQL sees them, the oldest first, in a form that an import takes back exactly. */
export async function exportRows(
  reader: StoreReader,
  { table, from, to, project, format }: ExportSelection,
): Promise<ExportedFile> {
  refuseSchemaChange(table, reader.store.manifest(table.name));
  const upper = to === undefined ? undefined : to - 1n;
  const files = reader.store.files(table, { lower: from, upper, tenant: project });
  const time = storedTime(table);
  const conditions = [
    from === undefined ? [] : [`epoch_us(${time}) >= ${from}`],
    to === undefined ? [] : [`epoch_us(${time}) < ${to}`],
    project === undefined ? [] : [`${tenantExpression(table)} = ${quoteText(project)}`],
  ].flat();
  const columns = table.columns.map(({ name, type }) => {
    const column = quoteName(name);
    return format === 'ndjson' ? `${jsonValue(column, type)} AS ${column}` : column;
  });
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const query = `SELECT ${columns.join(', ')} FROM (SELECT * FROM ${logicalSource(table, files)}${where} ORDER BY ${time})`;
  const path = join(reader.folder, `export.${format}`);
  const release = reader.store.hold(files.map((file) => file.path));
  try {
    await verifyFiles(files);
    const options = format === 'ndjson' ? 'FORMAT json' : 'FORMAT parquet, COMPRESSION zstd';
    await reader.use((connection) =>
      connection.run(`COPY (${query}) TO ${quoteText(path)} (${options})`),
    );
  } finally {
    release();
  }
  return { path, bytes: statSync(path).size };
}

/** A value in the form that NDJSON rows have it: times in ISO 8601, bytes in base64, NaN and infinities as texts. */
function jsonValue(value: string, type: Type, depth = 0): string {
  switch (type.kind) {
    case 'ARRAY': {
      // In quotes, and no name that a column may have.
      const item = quoteName(`lambda ${depth}`);
      return `list_transform(${value}, lambda ${item}: ${jsonValue(item, type.element, depth + 1)})`;
    }
    case 'STRUCT': {
      const fields = type.fields.map(({ name, type: field }) => {
        return `${quoteName(name)} := ${jsonValue(`${value}.${quoteName(name)}`, field, depth)}`;
      });
      return `CASE WHEN ${value} IS NOT NULL THEN struct_pack(${fields.join(', ')}) END`;
    }
    case 'TIMESTAMP':
      return `strftime(${value}, '%Y-%m-%dT%H:%M:%S.%fZ')`;
    case 'DATETIME':
      return `strftime(${value}, '%Y-%m-%dT%H:%M:%S.%f')`;
    case 'BYTES':
      return `base64(${value})`;
    case 'FLOAT64':
      // DuckDB would write them as bare words, which are not JSON.
      return `CASE WHEN ${value} IS NULL THEN NULL WHEN isnan(${value}) THEN to_json('NaN')
        WHEN isinf(${value}) THEN to_json(CASE WHEN ${value} > 0 THEN 'Infinity' ELSE '-Infinity' END)
        ELSE to_json(${value}) END`;
    case 'JSON':
    case 'INT64':
    case 'BOOL':
    case 'STRING':
      return value;
    default:
      return `CAST(${value} AS VARCHAR)`;
  }
}
