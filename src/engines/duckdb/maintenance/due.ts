/** What is to be done, which the gateway finds out without the engine. */
import type { Tables } from '../../../project/tables.ts';
import type { Manifest } from '../store/manifest.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { listFolder } from '../store/table-folder.ts';
import { EARLIER_WRITING, UNFINISHED_LOCK, WRITING } from '../store/temporary-names.ts';
import { filesToCompact, filesToDrop } from './files-to-compact.ts';

/** Whether any table must be converted before it can be read. */
export function needsConversion(store: ParquetStore, tables: Tables): boolean {
  return [...tables.keys()].some((table) => store.folder(table).isOfEarlierRelease());
}

/**
 * Whether dead writers may have left anything. Without a lock, what a running writer is about to commit looks the same.
 */
export function mayHaveLeftovers(store: ParquetStore, tables: Tables): boolean {
  const isSuspect = (name: string) =>
    name.startsWith(WRITING) || name.startsWith(EARLIER_WRITING) || UNFINISHED_LOCK.test(name);
  return (
    listFolder(store.directory).some(isSuspect) ||
    store.tables().some((table) => store.folder(table).hasUnfinished()) ||
    [...tables.keys()].some((table) => store.folder(table).unnamedFiles().length > 0)
  );
}

/** Whether a table has files to compact or to drop. */
export function needsMaintenance(manifest: Manifest, firstDay: string | undefined): boolean {
  const isLate = firstDay !== undefined && filesToDrop(manifest, firstDay).length > 0;
  return isLate || filesToCompact(manifest).length > 0;
}
