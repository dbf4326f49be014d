/** The entry point of the process that writes demo data; its exit releases DuckDB's memory. */
import type { TimeRange } from '../engines/duckdb/queries/time-range.ts';
import { singleRecords } from '../engines/duckdb/records/row-expression.ts';
import { dayOf } from '../engines/duckdb/store/day.ts';
import { TableFiles } from '../engines/duckdb/tables/table-files.ts';
import { withoutFiles } from '../engines/duckdb/writer/manifest-change.ts';
import {
  type ParquetWriter,
  type WrittenFile,
  withWriter,
} from '../engines/duckdb/writer/parquet-writer.ts';
import { serveOrder } from '../engines/duckdb/writer/serve-order.ts';
import { type DemoOrder, demoFiles, type WriterOrder } from './demo-data.ts';
import { filesInside } from './demo-plan.ts';
import { demoRowsSql } from './demo-table.ts';
import { DEMO_TABLES } from './demo-tables.ts';

const LIMITS = { memory: '192MB', threads: 1 };

/** Writes some ranges of a table in one commit; each replaces the demo files inside of it. */
async function writeRanges(writer: ParquetWriter, order: DemoOrder): Promise<void> {
  const { table } = order;
  const demo = DEMO_TABLES.find((known) => known.table === table.name);
  if (!demo) throw new Error(`Cannot make demo data of table "${table.name}"`);
  const written: WrittenFile[] = [];
  for (const range of order.write) {
    if (!process.connected) return;
    const query = demoRowsSql(demo, table, range);
    const rows = { table, day: dayOf(range.start), demo: range, single: singleRecords(demo.row) };
    const file = await writer.writeQuery({ ...rows, query });
    if (file) written.push(file);
  }
  await writer.commit(table, written, (manifest) => {
    const files = demoFiles(manifest);
    const inside = order.write.flatMap((range) => filesInside(range, files));
    return withoutFiles(manifest, new Set([...order.remove, ...inside.map(({ path }) => path)]));
  });
}

/** Today's ranges of all tables first: a first start then has recent data before all days are written. */
function todayFirst(tables: readonly DemoOrder[]): readonly DemoOrder[] {
  const starts = tables.flatMap(({ write }) => write.map(({ start }) => start));
  const today = dayOf(Math.max(...starts, 0));
  const isToday = ({ start }: TimeRange) => dayOf(start) === today;
  return [
    ...tables.map((order) => ({ ...order, write: order.write.filter(isToday) })),
    ...tables.map(({ table, write }) => {
      return { table, write: write.filter((range) => !isToday(range)), remove: [] };
    }),
  ].filter(({ write, remove }) => write.length > 0 || remove.length > 0);
}

serveOrder('fieldstone demo data', async ({ directory, tables }: WriterOrder) => {
  await withWriter(new TableFiles({ dataDir: directory }), LIMITS, async (writer) => {
    for (const order of todayFirst(tables)) await writeRanges(writer, order);
  });
});
