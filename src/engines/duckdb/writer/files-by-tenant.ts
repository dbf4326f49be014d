import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from '../../../googlesql/index.ts';
import { tenantExpression } from './file-facts.ts';
import type { NewRows, ParquetWriter, WrittenFile } from './parquet-writer.ts';
import { ROW_GROUP_ROWS } from './row-group.ts';

/** Rows whose facts are read from them. */
type Rows = Omit<NewRows, 'facts'>;

/** Tenants that follow each other, and the number of their rows. Rows without a tenant are a group of their own. */
interface Tenants {
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly rows: number;
}

/**
 * Writes rows of several tenants as files of one row group, or of one tenant with more: a statement about a tenant opens
 * its files only, and does not skip many rows of others in them. A row that is skipped costs a step in each column.
 */
export async function writeFilesByTenant(
  writer: ParquetWriter,
  rows: Rows,
): Promise<readonly WrittenFile[]> {
  const written: WrittenFile[] = [];
  for (const relation of await writer.use((connection) => relationsByTenant(connection, rows))) {
    const file = await writer.write({ ...rows, relation });
    if (file) written.push(file);
  }
  return written;
}

async function relationsByTenant(
  connection: DuckDBConnection,
  { table, relation, single }: Rows,
): Promise<readonly string[]> {
  const tenant = tenantExpression(table, single);
  const reader = await connection.runAndReadAll(
    `SELECT ${tenant}, count(*) FROM ${relation} GROUP BY 1 ORDER BY 1 NULLS LAST`,
  );
  const counts = reader.getRows().map(([name, count]) => {
    return { tenant: typeof name === 'string' ? name : undefined, rows: Number(count) };
  });
  if (counts.reduce((sum, { rows }) => sum + rows, 0) <= ROW_GROUP_ROWS) return [relation];
  return groupsOf(counts).map(
    (group) => `(SELECT * FROM ${relation} WHERE ${conditionOf(group, tenant)})`,
  );
}

function groupsOf(
  counts: readonly { readonly tenant: string | undefined; readonly rows: number }[],
): readonly Tenants[] {
  const groups: Tenants[] = [];
  for (const { tenant, rows } of counts) {
    const last = groups.at(-1);
    if (last && tenant !== undefined && last.rows + rows <= ROW_GROUP_ROWS) {
      groups[groups.length - 1] = { ...last, last: tenant, rows: last.rows + rows };
    } else {
      groups.push({ first: tenant, last: tenant, rows });
    }
  }
  return groups;
}

function conditionOf({ first, last }: Tenants, tenant: string): string {
  if (first === undefined || last === undefined) return `${tenant} IS NULL`;
  return `${tenant} BETWEEN ${quoteText(first)} AND ${quoteText(last)}`;
}
