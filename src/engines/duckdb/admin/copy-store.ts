import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { verifyFiles } from '../store/file-verifier.ts';
import type { Manifest } from '../store/manifest.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { TableFolder } from '../store/table-folder.ts';
import { ParquetWriter } from '../writer/parquet-writer.ts';

/** What was copied. */
export interface CopyReport {
  readonly tables: number;
  readonly files: number;
  readonly bytes: number;
}

const LIMITS = { memory: '64MB', threads: 1 };

/**
 * Copies a store as it is at one moment, while others read and write it. Its files are linked while no writer commits,
 * so that none is deleted before it is copied; from a store that cannot be written they are copied as they are. The
 * target must be empty, or not exist; rejects at a damaged file.
 */
export async function copyStore(store: ParquetStore, target: string): Promise<CopyReport> {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (readdirSync(target).length > 0) throw new Error(`"${target}" is not empty`);
  const writer = await ParquetWriter.open(store, LIMITS).catch(() => undefined);
  if (!writer) return copyTables(readManifests(store), store.directory, target);
  try {
    const linked = join(writer.folder, 'copy');
    const tables = await writer.locked(async () => linkTables(store, linked));
    return await copyTables(tables, linked, target);
  } finally {
    writer.close();
  }
}

type Manifests = ReadonlyMap<string, Manifest>;

/** The manifests of one moment: when all were read, none of them had changed. */
function readManifests(store: ParquetStore): Manifests {
  const tables = store.tables();
  for (;;) {
    const manifests = new Map(tables.map((table) => [table, store.manifest(table)]));
    if (tables.every((table) => store.manifest(table) === manifests.get(table))) return manifests;
  }
}

async function copyTables(tables: Manifests, source: string, target: string): Promise<CopyReport> {
  const report = { tables: 0, files: 0, bytes: 0 };
  for (const [table, manifest] of tables) {
    for (const { path, bytes, sha256 } of manifest.files) {
      const copy = join(target, table, path);
      await mkdir(dirname(copy), { recursive: true });
      await copyFile(join(source, table, path), copy);
      await verifyFiles([{ path: copy, bytes, sha256 }]);
      report.files += 1;
      report.bytes += bytes;
    }
    await new TableFolder(target, table).replace({ ...manifest, retired: [] });
    report.tables += 1;
  }
  return report;
}

function linkTables(store: ParquetStore, linked: string): Manifests {
  const tables = readManifests(store);
  for (const [table, { files }] of tables) {
    for (const { path } of files) {
      mkdirSync(dirname(join(linked, table, path)), { recursive: true });
      linkOrCopy(join(store.folder(table).path, path), join(linked, table, path));
    }
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
