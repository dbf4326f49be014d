import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { readTables } from '../../endpoint/tables.ts';
import { type KnownImport, listImports, undoImport } from '../../engines/duckdb/admin/imports.ts';
import type { ParquetStore } from '../../engines/duckdb/store/parquet-store.ts';
import { withWriter } from '../../engines/duckdb/writer/parquet-writer.ts';
import { formatTable } from '../query/table.ts';

const LIMITS = { memory: '512MB', threads: 2 };

/** The imports whose rows are in the store, as a table. */
export async function describeImports(store: ParquetStore): Promise<string> {
  const imports = await listImports(store);
  if (imports.length === 0) return 'There are no imports\n';
  return formatTable(
    imports.map(({ id, at, table, source, rows, badLines, oldest, newest }) => ({
      id,
      imported: at,
      table,
      source,
      rows,
      bad: badLines,
      oldest: formatIsoTimestamp(BigInt(oldest)),
      newest: formatIsoTimestamp(BigInt(newest)),
    })),
  );
}

/** Removes the rows of an import; undefined if there is none with this id. */
export async function undo(store: ParquetStore, id: string): Promise<KnownImport | undefined> {
  const imports = await listImports(store);
  const found = imports.find((one) => one.id === id);
  const table = found && readTables().get(found.table);
  if (!table) return undefined;
  await withWriter(store, LIMITS, (writer) => undoImport(writer, table, id));
  return found;
}
