import { quoteText, type Table } from '../../../googlesql/index.ts';
import { verifyFiles } from '../store/file-verifier.ts';
import type { Manifest, ManifestFile } from '../store/manifest.ts';
import { globbed, IMPORT_COLUMN, type ParquetStore } from '../store/parquet-store.ts';
import { refuseSchemaChange } from '../store/schema-change.ts';
import { NO_SINGLE_RECORDS, readColumns } from '../store/stored-columns.ts';
import { refuseOtherCount } from '../writer/file-facts.ts';
import { writeFilesByTenant } from '../writer/files-by-tenant.ts';
import { withoutFiles } from '../writer/manifest-change.ts';
import type { ParquetWriter } from '../writer/parquet-writer.ts';
import { type FileGroup, isOld } from './files-to-compact.ts';

/** Replaces the files of a group by others with their rows, unless another writer has replaced one of them meanwhile. */
export async function compact(
  writer: ParquetWriter,
  table: Table,
  { day, files }: FileGroup,
): Promise<void> {
  const manifest = writer.store.manifest(table.name);
  const written = await writeFilesByTenant(writer, {
    table,
    day,
    relation: await rowsOfFiles(writer.store, table, manifest, files),
    importOf: IMPORT_COLUMN,
    imports: [...new Set(files.flatMap(({ imports }) => imports))],
  });
  refuseOtherCount(
    written,
    files.reduce((sum, { rows }) => sum + rows, 0),
  );
  const paths = new Set(files.map(({ path }) => path));
  await writer.commit(table, written, (now) => {
    const present = new Set(now.files.map(({ path }) => path));
    return paths.isSubsetOf(present) ? withoutFiles(now, paths) : undefined;
  });
}

/**
 * A relation with the rows of files as GoogleSQL sees them, and the import of each in `IMPORT_COLUMN`; rejects for a
 * damaged file, of which a new file would keep no trace.
 */
export async function rowsOfFiles(
  store: ParquetStore,
  table: Table,
  manifest: Manifest,
  files: readonly ManifestFile[],
): Promise<string> {
  await verifyFiles(files.map((file) => store.storedFile(table, manifest, file)));
  // A column that the schema no longer has would be lost.
  refuseSchemaChange(table, { ...manifest, files: [...files] });
  const parts = files.map((file) => {
    const stored = store.storedFile(table, manifest, file);
    const columns = readColumns(stored, { columns: table.columns, single: NO_SINGLE_RECORDS });
    // Files of earlier releases have rows of one import.
    const importId = isOld(file) ? quoteText(file.imports[0] ?? '') : IMPORT_COLUMN;
    const list = [...columns, `${importId} AS ${IMPORT_COLUMN}`].join(', ');
    const path = quoteText(globbed(stored.path));
    return `SELECT ${list} FROM read_parquet(${path}, hive_partitioning = false)`;
  });
  return `(${parts.join(' UNION ALL ')})`;
}
