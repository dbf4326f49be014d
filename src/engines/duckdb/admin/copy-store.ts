import { copyFileSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { verifyFiles } from '../store/file-verifier.ts';
import type { Manifest } from '../store/manifest.ts';
import { TableFolder } from '../store/table-folder.ts';
import type { ParquetWriter } from '../writer/parquet-writer.ts';

/** What was copied. */
export interface CopyReport {
  readonly tables: number;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Copies a store as it is at one moment, while others read and write it. Its files are linked while no writer commits,
 * so that none is deleted before it is copied. The target must be empty, or not exist; rejects at a damaged file.
 */
export async function copyStore(writer: ParquetWriter, target: string): Promise<CopyReport> {
  mkdirSync(target, { recursive: true });
  if (readdirSync(target).length > 0) throw new Error(`"${target}" is not empty`);
  const linked = join(writer.folder, 'copy');
  const tables = await writer.locked(async () => linkTables(writer, linked));
  const report = { tables: 0, files: 0, bytes: 0 };
  for (const [table, manifest] of tables) {
    for (const { path, bytes, sha256 } of manifest.files) {
      const copy = join(target, table, path);
      await mkdir(dirname(copy), { recursive: true });
      await copyFile(join(linked, table, path), copy);
      await verifyFiles([{ path: copy, bytes, sha256 }]);
      report.files += 1;
      report.bytes += bytes;
    }
    await new TableFolder(target, table).replace({ ...manifest, retired: [] });
    report.tables += 1;
  }
  rmSync(linked, { recursive: true, force: true });
  return report;
}

function linkTables(writer: ParquetWriter, linked: string): ReadonlyMap<string, Manifest> {
  const { store } = writer;
  const tables = new Map<string, Manifest>();
  for (const table of store.tables()) {
    const manifest = store.manifest(table);
    for (const { path } of manifest.files) {
      mkdirSync(dirname(join(linked, table, path)), { recursive: true });
      linkOrCopy(join(store.folder(table).path, path), join(linked, table, path));
    }
    tables.set(table, manifest);
  }
  return tables;
}

/** Not every file system has links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
