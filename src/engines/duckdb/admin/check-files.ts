import { join } from 'node:path';
import { messageOf } from '../../../errors.ts';
import type { Table } from '../../../googlesql/index.ts';
import { damageOfFile } from '../store/damaged-tables.ts';
import { hashFile } from '../store/hash-file.ts';
import type { Manifest, ManifestFile } from '../store/manifest.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { schemaFaults } from '../store/schema-change.ts';

/** What is wrong with a file of a table. */
export interface Damage {
  /** Below the table's folder; undefined if it is the manifest. */
  readonly path: string | undefined;
  readonly what: string;
}

/** Compares every file of a table with the manifest; only reads them. */
export async function checkTable(store: ParquetStore, table: Table): Promise<readonly Damage[]> {
  const folder = store.folder(table.name);
  let manifest: Manifest;
  try {
    manifest = folder.manifest();
  } catch (error) {
    return [{ path: undefined, what: messageOf(error) }];
  }
  const damages: Damage[] = schemaFaults(table, manifest).map((what) => ({
    path: undefined,
    what: `does not fit schema/tables/${table.name}.json and fieldstone.json: ${what}`,
  }));
  for (const file of manifest.files) {
    const what = await checkFile(folder.path, file);
    if (what !== undefined) damages.push({ path: file.path, what });
  }
  return damages;
}

async function checkFile(folder: string, file: ManifestFile): Promise<string | undefined> {
  const what = await damageOfFile(folder, file);
  if (what !== undefined) return what;
  const content = await hashFile(join(folder, file.path));
  return content === file.sha256 ? undefined : 'has another content';
}
