import { messageOf } from '../../../errors.ts';
import type { Table } from '../../../googlesql/index.ts';
import type { Tables } from '../../../project/tables.ts';
import { withoutFiles } from '../writer/manifest-change.ts';
import type { ParquetWriter } from '../writer/parquet-writer.ts';
import { compact } from './compaction.ts';
import { convertTable } from './earlier-release.ts';
import { filesToCompact, filesToDrop } from './files-to-compact.ts';

/** Gives the tables of an earlier release their manifests; rejects at the end with those that could not be converted. */
export async function convertTables(writer: ParquetWriter, tables: Tables): Promise<void> {
  const failures: string[] = [];
  for (const table of tables.values()) {
    await convertTable(writer, table).catch((error) => {
      failures.push(`table "${table.name}" cannot be converted: ${messageOf(error)}`);
    });
  }
  if (failures.length > 0) throw new Error(failures.join('; '));
}

/** Drops days that are not kept any longer, and compacts small files. */
export async function tidyTable(
  writer: ParquetWriter,
  table: Table,
  firstDay: string | undefined,
): Promise<void> {
  if (!writer.store.folder(table.name).readableManifest()) return;
  if (firstDay !== undefined) {
    await writer.commit(table, [], (manifest) => {
      const late = new Set(filesToDrop(manifest, firstDay).map(({ path }) => path));
      return withoutFiles(manifest, late);
    });
  }
  for (const group of filesToCompact(writer.store.manifest(table.name))) {
    await compact(writer, table, group);
  }
}
