/** The entry point of the process that keeps the store tidy; its exit releases DuckDB's memory. */
import { readTables } from '../../../endpoint/tables.ts';
import { ParquetStore } from '../store/parquet-store.ts';
import { ParquetWriter } from '../writer/parquet-writer.ts';
import { serveOrder } from '../writer/serve-order.ts';
import type { UpkeepOrder } from './store-upkeep.ts';
import { convertTables, deleteLeftovers, tidyTable } from './work.ts';

const LIMITS = { memory: '192MB', threads: 1 };

serveOrder('fieldstone upkeep', async ({ directory, firstDay, isStart }: UpkeepOrder) => {
  const tables = readTables();
  const writer = await ParquetWriter.open(new ParquetStore(directory), LIMITS);
  try {
    if (isStart) {
      await convertTables(writer, tables);
      await deleteLeftovers(writer, tables);
      return;
    }
    for (const table of tables.values()) {
      if (!process.connected) return;
      await tidyTable(writer, table, firstDay);
    }
  } finally {
    writer.close();
  }
});
