import type { ParquetStore } from '../../src/engines/duckdb/store/parquet-store.ts';
import { ParquetWriter } from '../../src/engines/duckdb/store/parquet-writer.ts';
import { quoteText } from '../../src/googlesql/index.ts';
import { OWN } from './tenant-worlds.ts';

/**
 * Repeats the rows of others in a table, so that vectors, row groups and files lie between two rows of the asking
 * tenant. DuckDB changes the order of filters and stops early while it runs: few rows would not show it.
 */
export async function repeatForeignRows(
  store: ParquetStore,
  table: string,
  times: number,
): Promise<void> {
  const writer = await ParquetWriter.open(store, { memory: '1GB', threads: 2 });
  try {
    for (const day of store.days(table)) {
      for (const name of store.names(table, day)) {
        const rows = `FROM read_parquet(${quoteText(store.path(table, day, name))}) AS t`;
        const isOwn = `contains(to_json(t)::VARCHAR, ${quoteText(`"${OWN}"`)})`;
        await writer.write(
          { table, day, name },
          `SELECT t.* ${rows} CROSS JOIN range(${times}) AS r(i) WHERE i = 0 OR NOT ${isOwn} ORDER BY t.timestamp DESC`,
        );
      }
    }
  } finally {
    writer.close();
  }
}
