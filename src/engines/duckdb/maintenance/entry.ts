/** The entry point of the process that keeps the store tidy; its exit releases DuckDB's memory. */
import { ParquetStore } from '../store/parquet-store.ts';
import { withWriter } from '../writer/parquet-writer.ts';
import { serveOrder } from '../writer/serve-order.ts';
import { deleteLeftovers } from './leftovers.ts';
import type { MaintenanceOrder } from './store-maintenance.ts';
import { convertTables, tidyTable } from './work.ts';

const LIMITS = { memory: '192MB', threads: 1 };

serveOrder('fieldstone maintenance', async (order: MaintenanceOrder) => {
  const { directory, firstDay, isStart, tables } = order;
  await withWriter(new ParquetStore(directory), LIMITS, async (writer) => {
    if (isStart) {
      try {
        await convertTables(writer, tables);
      } finally {
        await deleteLeftovers(writer, tables);
      }
      return;
    }
    const failures: unknown[] = [];
    for (const table of tables.values()) {
      if (!process.connected) return;
      await tidyTable(writer, table, firstDay).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  });
});
