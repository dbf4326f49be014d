/** The entry point of the process that writes demo data; its exit releases DuckDB's memory. */
import { readTables } from '../endpoint/tables.ts';
import { demoFileName } from '../engines/duckdb/store/data-file.ts';
import { ParquetStore } from '../engines/duckdb/store/parquet-store.ts';
import { ParquetWriter } from '../engines/duckdb/store/parquet-writer.ts';
import { rangeDay } from './demo-plan.ts';
import { demoRowsSql } from './demo-table.ts';
import { DEMO_TABLES } from './demo-tables.ts';
import type { DemoFile, WriterAnswer, WriterOrder } from './writer-messages.ts';

/** After the gateway has gone, only the current file is finished, within this time. */
const FINISH_WITHIN_MS = 800;

const LIMITS = { memory: '192MB', threads: 1 };

const TABLES = readTables();

async function write(writer: ParquetWriter, { table: name, range }: DemoFile): Promise<void> {
  const demo = DEMO_TABLES.find(({ table }) => table === name);
  const table = TABLES.get(name);
  if (!demo || !table) throw new Error(`Cannot make demo data: there is no table "${name}"`);
  const place = { table: name, day: rangeDay(range), name: demoFileName(range) };
  await writer.write(place, demoRowsSql(demo, table, range));
}

async function writeAll({ directory, files }: WriterOrder): Promise<WriterAnswer> {
  try {
    const writer = await ParquetWriter.open(new ParquetStore(directory), LIMITS);
    for (const file of files) {
      if (!process.connected) break;
      await write(writer, file);
    }
    return { error: undefined };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

function killSelfSoon(): void {
  setTimeout(killSelf, FINISH_WITHIN_MS);
}

process.title = 'fieldstone demo data';
// Signals to the whole process group (Ctrl-C) are handled by the gateway.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', killSelfSoon);
process.on('message', (order: WriterOrder) => {
  void writeAll(order).then((answer) => (process.connected ? process.send?.(answer) : killSelf()));
});
