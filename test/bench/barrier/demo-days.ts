import { dayOf } from '../../../src/engines/duckdb/store/day.ts';
import type { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import { MICROS_PER_DAY } from '../../../src/engines/duckdb/tables/time-range.ts';
import { ParquetWriter } from '../../../src/engines/duckdb/writer/parquet-writer.ts';
import { PROJECT } from '../../support/project.ts';

const TODAY = Date.UTC(2026, 6, 1) * 1_000;

/** The moment at which questions about the demo days are asked: noon of the last of them. */
export const BENCH_NOW = BigInt(TODAY + MICROS_PER_DAY / 2);

/** Writes whole days of every table's demo rows, each row as often as `copies` says; resolves to how many there are. */
export async function writeDemoDays(
  store: TableFiles,
  days: number,
  copies: number,
): Promise<number> {
  const writer = await ParquetWriter.open(store, { memory: '1GB', threads: 2 });
  let rows = 0;
  try {
    for (const { demo, ...table } of PROJECT.tables.values()) {
      if (!demo) continue;
      for (let ago = 0; ago < days; ago += 1) {
        const start = TODAY - ago * MICROS_PER_DAY;
        const range = { start, end: start + MICROS_PER_DAY };
        const once = demo.sql(`${range.start}`, `${range.end}`);
        const single = [...demo.single];
        const query = `SELECT d.* FROM (${once}) AS d CROSS JOIN range(${copies})`;
        const file = await writer.writeQuery({
          table,
          day: dayOf(start),
          demo: range,
          query,
          single,
        });
        if (file) await writer.commit(table, [file]);
      }
      rows += store.manifest(table.name).files.reduce((sum, file) => sum + file.rows, 0);
    }
  } finally {
    writer.close();
  }
  return rows;
}
