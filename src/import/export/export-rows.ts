import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText, type Table } from '#googlesql';
import { escapeWildcards } from '../../engines/duckdb/files/file-format.ts';
import { tenantExpression, tenantLiteral } from '../../engines/duckdb/records/tenant-expression.ts';
import { InputError } from '../input-error.ts';
import { tenantType } from '../rows/tenant-value.ts';
import { jsonValue } from './json-value.ts';

/** The rows to export. */
export interface ExportSelection {
  readonly table: Table;
  /** The first moment, and the one after the last, in microseconds. */
  readonly from: bigint | undefined;
  readonly to: bigint | undefined;
  readonly tenant: string | undefined;
  readonly format: 'ndjson' | 'parquet';
}

/** Where rows come from, and where temporary files are written. */
export interface ExportSource {
  readonly connection: DuckDBConnection;
  /** A DuckDB FROM item with the table's rows, as GoogleSQL sees them. */
  readonly relation: string;
  /** Bytes of a row, on average. */
  readonly rowBytes: number;
  readonly folder: string;
}

/** Rows are sorted whole, in memory: so many bytes at a time. */
const SORTED_BYTES = 48 * 1024 * 1024;

/**
 * Writes rows as GoogleSQL sees them, the oldest first, in a form that an import takes back exactly. Gives the paths of
 * files, each of which may be deleted before the next is written; Parquet is one file.
 */
export async function* exportRows(
  source: ExportSource,
  selection: ExportSelection,
): AsyncGenerator<string> {
  const { folder, rowBytes } = source;
  const { format } = selection;
  const rows = `(SELECT * FROM ${source.relation}${where(selection)})`;
  const time = timeMicros(selection.table);
  const starts =
    time === undefined ? [] : await windowStarts(source.connection, rows, { time, rowBytes });
  const parts: string[] = [];
  for (const [i, condition] of windows(time, starts).entries()) {
    const path = join(folder, `part-${i}.${format}`);
    await copyRows(
      { ...source, relation: `(SELECT * FROM ${rows} WHERE ${condition})` },
      path,
      selection,
    );
    if (format === 'ndjson') yield path;
    else parts.push(path);
  }
  if (format === 'parquet')
    yield await joined(source.connection, parts, join(folder, 'export.parquet'));
}

async function copyRows(
  { connection, relation }: ExportSource,
  path: string,
  { format, table }: ExportSelection,
): Promise<void> {
  const columns = table.columns.map(({ name, type }) => {
    const column = quoteName(name);
    return format === 'ndjson' ? `${jsonValue(column, type)} AS ${column}` : column;
  });
  const order = table.time === undefined ? '' : ` ORDER BY ${quoteName(table.time)}`;
  const options =
    format === 'ndjson' ? 'FORMAT json' : 'FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 30720';
  await connection.run(
    `COPY (SELECT ${columns.join(', ')} FROM (SELECT * FROM ${relation}${order})) TO ${quoteText(path)} (${options})`,
  );
}

async function joined(
  connection: DuckDBConnection,
  parts: readonly string[],
  path: string,
): Promise<string> {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  const list = parts.map((part) => quoteText(escapeWildcards(part))).join(', ');
  await connection.run(
    `COPY (SELECT * FROM read_parquet([${list}], hive_partitioning = false)) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)`,
  );
  for (const part of parts) await rm(part);
  return path;
}

function where({ from, table, tenant, to }: ExportSelection): string {
  const time = timeMicros(table);
  if (time === undefined && (from !== undefined || to !== undefined)) {
    throw new InputError(`Table "${table.name}" has no time to export from or to`);
  }
  const type = tenantType(table);
  if (type === undefined && tenant !== undefined) {
    throw new InputError(`Table "${table.name}" has no tenant to export the rows of`);
  }
  const conditions = [
    from === undefined ? [] : [`${time} >= ${from}`],
    to === undefined ? [] : [`${time} < ${to}`],
    tenant === undefined || !type
      ? []
      : [`${tenantExpression(table)} = ${tenantLiteral(type, tenant)}`],
  ].flat();
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
}

function timeMicros({ columns, time }: Table): string | undefined {
  const kind = columns.find(({ name }) => name === time)?.type.kind;
  if (time === undefined || kind === undefined) return undefined;
  return kind === 'DATE'
    ? `epoch_us(CAST(${quoteName(time)} AS TIMESTAMP))`
    : `epoch_us(${quoteName(time)})`;
}

/** The times at which rows are cut into parts that are sorted one after the other. */
async function windowStarts(
  connection: DuckDBConnection,
  rows: string,
  { rowBytes, time }: { readonly time: string; readonly rowBytes: number },
): Promise<readonly bigint[]> {
  const size = Math.max(2_048, Math.floor(SORTED_BYTES / rowBytes));
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT t FROM (SELECT t, row_number() OVER (ORDER BY t) AS n FROM (SELECT ${time} AS t FROM ${rows}))
      WHERE n % ${size} = 0 AND t IS NOT NULL ORDER BY t`,
  );
  return reader.getRows().map(([start]) => BigInt(String(start)));
}

/** Conditions that are true of each row once; rows without a time come last. */
function windows(time: string | undefined, starts: readonly bigint[]): readonly string[] {
  const [first] = starts;
  if (time === undefined || first === undefined) return ['true'];
  return [
    `${time} < ${first}`,
    ...starts.map((start, i) => {
      const next = starts[i + 1];
      return next === undefined
        ? `(${time} >= ${start} OR ${time} IS NULL)`
        : `${time} >= ${start} AND ${time} < ${next}`;
    }),
  ];
}
