import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { PRELUDE, quoteName, quoteText } from '#googlesql';
import { registerFunctions } from '../../src/engines/duckdb/functions/register-functions.ts';
import { withConnection } from '../../src/engines/duckdb/with-connection.ts';
import type { ProjectTable } from '../../src/project/tables/tables.ts';

/** A half-open time range in microseconds since the epoch. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** Runs `work` with a connection that can run what the compiler prints, and write files. */
export async function withDemoConnection<Result>(
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  try {
    return await withConnection(instance, async (connection) => {
      await connection.run("SET TimeZone = 'UTC'");
      registerFunctions(connection);
      for (const statement of PRELUDE) await connection.run(statement);
      return await work(connection);
    });
  } finally {
    instance.closeSync();
  }
}

/** SQL of a table's demo rows in a range; throws for a table that has none. */
export function demoRowsSql({ demo, name }: ProjectTable, { start, end }: TimeRange): string {
  if (!demo) throw new Error(`The table "${name}" has no demo rows`);
  return demo.sql(`${start}::BIGINT`, `${end}::BIGINT`);
}

/**
 * Writes a table's demo rows of a range into a Parquet file, as an import would: its columns in order, single records as
 * STRUCT, sorted by tenant, then newest first. Resolves with the number of rows.
 */
export function writeDemoFile(
  path: string,
  table: ProjectTable,
  range: TimeRange,
): Promise<number> {
  return withDemoConnection(async (connection) => {
    const tenant = table.tenant?.map(quoteName).join('.');
    const time = table.time && `${quoteName(table.time)} DESC`;
    const order = [tenant, time].filter((key) => key !== undefined);
    const orderBy = order.length > 0 ? `ORDER BY ${order.join(', ')}` : '';
    const rows = `SELECT * FROM (${demoRowsSql(table, range)}) ${orderBy}`;
    const copy = `COPY (${rows}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`;
    const [[count] = []] = (await connection.runAndReadAll(copy)).getRows();
    return Number(count);
  });
}
