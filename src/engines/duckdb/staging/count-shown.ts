import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText, type Table } from '../../../googlesql/index.ts';
import { globbed } from '../store/parquet-store.ts';
import type { WrittenFile } from '../writer/parquet-writer.ts';

/** Counts the rows of a file that name a tenant: all of them, and those since each of the times in microseconds. */
export async function countShown(
  connection: DuckDBConnection,
  table: Table,
  file: WrittenFile,
  since: readonly bigint[],
): Promise<readonly [all: number, since: readonly number[]]> {
  const known = knownCounts(file, since);
  if (known) return known;
  const { single = [], temporary } = file;
  const tenant = anyTenant(table, single);
  const counts = [
    `count(${tenant})`,
    ...since.map((time) => `count(${tenant}) FILTER (epoch_us("timestamp") >= ${time})`),
  ];
  const source = `read_parquet(${quoteText(globbed(temporary))}, hive_partitioning = false)`;
  const reader = await connection.runAndReadAll(`SELECT ${counts.join(', ')} FROM ${source}`);
  const [all = 0, ...rest] = (reader.getRows()[0] ?? []).map(Number);
  return [all, rest];
}

/** The counts that need no reading: of a file whose rows are counted by tenant, and all on one side of each time. */
function knownCounts({ newest, oldest, tenantRows }: WrittenFile, since: readonly bigint[]) {
  const isCut = since.some((time) => time > oldest && time <= newest);
  if (!tenantRows || isCut) return undefined;
  const all = Object.values(tenantRows).reduce((sum, rows) => sum + rows, 0);
  return [all, since.map((time) => (time <= oldest ? all : 0))] as const;
}

/** Not the tenant that files are sorted by, which rows with several do not have: each of these is shown its own. */
function anyTenant({ tenant: [column = '', field] }: Table, single: readonly string[]): string {
  const value = quoteName(column);
  if (field === undefined) return value;
  if (single.includes(column)) return `${value}.${quoteName(field)}`;
  return `list_any_value(list_transform(${value}, lambda x: x.${quoteName(field)}))`;
}
