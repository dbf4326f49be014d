import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Tables } from '../../../project/tables.ts';
import { listFolder } from '../store/table-folder.ts';
import {
  EARLIER_WRITING,
  UNFINISHED_LOCK,
  WRITER_LOCK,
  WRITING,
} from '../store/temporary-names.ts';
import type { ParquetWriter } from '../writer/parquet-writer.ts';
import { tryLock } from '../writer/store-lock.ts';

/** Age beyond which what a writer of the earlier release left is no longer in progress. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Deletes what dead writers left: their folders, and files that no manifest names. */
export async function deleteLeftovers(writer: ParquetWriter, tables: Tables): Promise<void> {
  const { store } = writer;
  await writer.locked(async () => {
    for (const name of listFolder(store.directory)) {
      const path = join(store.directory, name);
      if (await isLeftover(writer, path, name)) rmSync(path, { recursive: true, force: true });
    }
    const unnamed = [...tables.keys()].flatMap((table) => store.folder(table).unnamedFiles());
    for (const path of unnamed) rmSync(path, { force: true });
    for (const table of store.tables()) store.folder(table).deleteUnfinished();
  });
}

async function isLeftover(writer: ParquetWriter, path: string, name: string): Promise<boolean> {
  if (name.startsWith(EARLIER_WRITING)) {
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
