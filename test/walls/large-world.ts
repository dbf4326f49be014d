import { renameSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { quoteText } from '#googlesql';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { withConnection } from '../../src/engines/duckdb/with-connection.ts';
import { OWN } from './tenant-worlds.ts';

/**
 * Repeats the rows of others in a table, so that vectors and row groups lie between two rows of the asking tenant.
 * DuckDB changes the order of filters and stops early while it runs: few rows would not show it.
 */
export async function repeatForeignRows(
  store: TableFiles,
  table: string,
  times: number,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '1GB', threads: '2' });
  try {
    await withConnection(instance, async (connection) => {
      await connection.run("SET TimeZone = 'UTC'");
      for (const { path } of store.listNow(table).files) {
        const isOwn = `contains(to_json(t)::VARCHAR, ${quoteText(`"${OWN}"`)})`;
        const rows = `SELECT t.* FROM read_parquet(${quoteText(path)}) AS t CROSS JOIN range(${times}) AS r(i)
          WHERE i = 0 OR NOT ${isOwn}`;
        const temporary = `${path}.tmp`;
        await connection.run(
          `COPY (${rows}) TO ${quoteText(temporary)} (FORMAT parquet, KV_METADATA {fieldstone: '{}'})`,
        );
        renameSync(temporary, path);
      }
    });
  } finally {
    instance.closeSync();
  }
}
