import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestFile } from './manifest.ts';
import type { ParquetStore } from './parquet-store.ts';

/**
 * What is wrong with the data, one line a table that names it. Only the existence and size of files are compared, which
 * is cheap enough for a probe; statements and `data check` compare their content.
 */
export async function findDamage(store: ParquetStore): Promise<readonly string[]> {
  const damages: string[] = [];
  for (const table of store.tables()) {
    const what = await damageOf(store, table);
    if (what !== undefined) damages.push(what);
  }
  return damages;
}

/** Undefined if nothing is wrong. */
async function damageOf(store: ParquetStore, table: string): Promise<string | undefined> {
  try {
    const damaged: string[] = [];
    for (const file of store.manifest(table).files) {
      const what = await damageOfFile(store.folder(table).path, file);
      if (what !== undefined) damaged.push(`${file.path} ${what}`);
    }
    const others = damaged.length > 1 ? `, and ${damaged.length - 1} files more` : '';
    return damaged[0] && `The data of table "${table}" are damaged: ${damaged[0]}${others}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function damageOfFile(folder: string, { path, bytes }: ManifestFile) {
  const found = await stat(join(folder, path)).catch(() => undefined);
  if (!found) return 'is missing';
  return found.size === bytes ? undefined : `has ${found.size} bytes, not ${bytes}`;
}
