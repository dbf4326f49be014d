import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { quoteText, type Table } from '../../../googlesql/index.ts';
import type { Manifest, ManifestFile } from '../store/manifest.ts';
import { globbed } from '../store/parquet-store.ts';
import { schemaFaults } from '../store/schema-change.ts';
import { hashFile, type ParquetWriter } from '../writer/parquet-writer.ts';

/** What is wrong with a file of a table. */
export interface Damage {
  /** Below the table's folder; undefined if it is the manifest. */
  readonly path: string | undefined;
  readonly what: string;
}

/** Compares every file of a table with the manifest. */
export async function checkTable(writer: ParquetWriter, table: Table): Promise<readonly Damage[]> {
  const folder = writer.store.folder(table.name);
  let manifest: Manifest;
  try {
    manifest = folder.manifest();
  } catch (error) {
    return [{ path: undefined, what: error instanceof Error ? error.message : String(error) }];
  }
  const damages: Damage[] = schemaFaults(table, manifest).map((what) => ({
    path: undefined,
    what: `does not fit schema/tables/${table.name}.json: ${what}`,
  }));
  for (const file of manifest.files) {
    const what = await checkFile(writer, join(folder.path, file.path), file);
    if (what !== undefined) damages.push({ path: file.path, what });
  }
  return damages;
}

async function checkFile(
  writer: ParquetWriter,
  path: string,
  file: ManifestFile,
): Promise<string | undefined> {
  if (!existsSync(path)) return 'is missing';
  const { size } = statSync(path);
  if (size !== file.bytes) return `has ${size} bytes, not ${file.bytes}`;
  if ((await hashFile(path)) !== file.sha256) return 'has another content';
  const counted = await writer.use((connection) =>
    connection.runAndReadAll(
      `SELECT num_rows FROM parquet_file_metadata(${quoteText(globbed(path))})`,
    ),
  );
  const rows = Number(counted.getRows()[0]?.[0]);
  return rows === file.rows ? undefined : `has ${rows} rows, not ${file.rows}`;
}
