import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText, type Table } from '../../../googlesql/index.ts';
import { globbed } from '../store/parquet-store.ts';
import { storedTime } from '../store/stored-time.ts';
import type { WrittenFile } from '../writer/parquet-writer.ts';

/** Counts the rows of a file that name a tenant: all of them, and those since each of the times in microseconds. */
export async function countWithTenant(
  connection: DuckDBConnection,
  table: Table,
  file: WrittenFile,
  since: readonly bigint[],
): Promise<readonly [all: number, since: readonly number[]]> {
  const known = knownCounts(file, since);
  if (known) return known;
  const { single = [], temporary } = file;
  const tenant = anyTenant(table, single);
  const moment = storedTime(table);
  const counts = [
    `count(${tenant})`,
    ...since.map((time) => `count(${tenant}) FILTER (epoch_us(${moment}) >= ${time})`),
  ];
  const source = `read_parquet(${quoteText(globbed(temporary))}, hive_partitioning = false)`;
  const reader = await connection.runAndReadAll(`SELECT ${counts.join(', ')} FROM ${source}`);
  const [all = 0, ...rest] = (reader.getRows()[0] ?? []).map(Number);
  return [all, rest];
}

/** The counts, if the file need not be read for them: its rows are counted by tenant and no time divides them. */
function knownCounts({ newest, oldest, tenantRows }: WrittenFile, since: readonly bigint[]) {
  const isCut = since.some((time) => time > oldest && time <= newest);
  if (!tenantRows || isCut) return undefined;
  const all = Object.values(tenantRows).reduce((sum, rows) => sum + rows, 0);
  return [all, since.map((time) => (time <= oldest ? all : 0))] as const;
}

/** Any tenant of a row. A row of several tenants has no tenant to be sorted by, but each of them is shown its part. */
function anyTenant({ tenant: [column, field] = [] }: Table, single: readonly string[]): string {
  // Without a tenant column each row is everybody's.
  if (column === undefined) return '1';
  const value = quoteName(column);
  if (field === undefined) return value;
  if (single.includes(column)) return `${value}.${quoteName(field)}`;
  return `list_any_value(list_transform(${value}, lambda x: x.${quoteName(field)}))`;
}
