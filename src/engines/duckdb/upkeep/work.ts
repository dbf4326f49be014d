import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Tables } from '../../../endpoint/tables.ts';
import type { Table } from '../../../googlesql/index.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { listFolder } from '../store/table-folder.ts';
import { withoutFiles } from '../writer/manifest-change.ts';
import { type ParquetWriter, WRITER_LOCK, WRITING } from '../writer/parquet-writer.ts';
import { tryLock } from '../writer/store-lock.ts';
import { compact, filesToCompact, filesToDrop } from './compaction.ts';
import { convertTable } from './earlier-release.ts';

/** Age beyond which what a writer of the earlier release left is no longer in progress. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** A lock file that its maker did not give its name. */
const UNFINISHED_LOCK = /^\.lock\..+\.new/;

/** Gives the tables of an earlier release their manifests. */
export async function convertTables(writer: ParquetWriter, tables: Tables): Promise<void> {
  for (const table of tables.values()) await convertTable(writer, table);
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

/** Deletes what dead writers left: their folders, and files that no manifest names. */
export async function deleteLeftovers(writer: ParquetWriter, tables: Tables): Promise<void> {
  const { store } = writer;
  await writer.locked(async () => {
    for (const name of listFolder(store.directory)) {
      const path = join(store.directory, name);
      if (await isLeftover(writer, path, name)) rmSync(path, { recursive: true, force: true });
    }
    for (const table of tables.keys()) deleteUnnamed(store, table);
    for (const table of store.tables()) store.folder(table).deleteUnfinished();
  });
}

async function isLeftover(writer: ParquetWriter, path: string, name: string): Promise<boolean> {
  if (name.startsWith('.import-')) {
    return (
      (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - ABANDONED_AFTER_MS
    );
  }
  if (UNFINISHED_LOCK.test(name)) return true;
  if (!name.startsWith(WRITING) || path === writer.folder) return false;
  return writer.use(async (connection) => {
    const release = await tryLock(connection, join(path, WRITER_LOCK));
    await release?.();
    return release !== undefined;
  });
}

function deleteUnnamed(store: ParquetStore, table: string): void {
  const folder = store.folder(table);
  const manifest = folder.readableManifest();
  if (!manifest) return;
  const { files, retired } = manifest;
  const named = new Set([...files, ...retired].map(({ path }) => path));
  for (const day of folder.days()) {
    for (const name of listFolder(join(folder.path, day))) {
      const path = `${day}/${name}`;
      if (!named.has(path)) rmSync(join(folder.path, path), { force: true });
    }
  }
}
