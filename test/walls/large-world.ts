import { logicalSource } from '../../src/engines/duckdb/queries/table-source.ts';
import { dayOfFile, type TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import { withoutFiles } from '../../src/engines/duckdb/writer/manifest-change.ts';
import { ParquetWriter } from '../../src/engines/duckdb/writer/parquet-writer.ts';
import { quoteText, type Table } from '../../src/googlesql/index.ts';
import { logTable } from '../support/stored-rows.ts';
import { OWN } from './tenant-worlds.ts';

/**
 * Repeats the rows of others in a table, so that vectors, row groups and files lie between two rows of the asking
 * tenant. DuckDB changes the order of filters and stops early while it runs: few rows would not show it.
 */
export async function repeatForeignRows(
  store: TableFiles,
  table: string,
  times: number,
): Promise<void> {
  const writer = await ParquetWriter.open(store, { memory: '1GB', threads: 2 });
  try {
    for (const { path } of store.manifest(table).files) {
      await repeatRows(writer, logTable(table), { path, times });
    }
  } finally {
    writer.close();
  }
}

async function repeatRows(
  writer: ParquetWriter,
  table: Table,
  { path, times }: { readonly path: string; readonly times: number },
): Promise<void> {
  const { store } = writer;
  const manifest = store.manifest(table.name);
  const file = manifest.files.find((one) => one.path === path);
  if (!file) return;
  const rows = `FROM ${logicalSource(table, [store.storedFile(table, manifest, file)])} AS t`;
  const isOwn = `contains(to_json(t)::VARCHAR, ${quoteText(`"${OWN}"`)})`;
  const query = `SELECT t.* ${rows} CROSS JOIN range(${times}) AS r(i) WHERE i = 0 OR NOT ${isOwn}`;
  const written = await writer.writeQuery({ table, day: dayOfFile(file), query });
  await writer.commit(table, written ? [written] : [], (now) => withoutFiles(now, new Set([path])));
}
