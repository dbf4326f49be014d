/** What is to be done, which the gateway finds out without the engine. */
import type { Tables } from '../../../endpoint/tables.ts';
import type { Manifest } from '../store/manifest.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { filesToCompact, filesToDrop } from './compaction.ts';

/** Whether any table must be converted before it can be read. */
export function needsConversion(store: ParquetStore, tables: Tables): boolean {
  return [...tables.keys()].some((table) => store.folder(table).isOfEarlierRelease());
}

/** Whether a table has files to compact or to drop. */
export function needsUpkeep(manifest: Manifest, firstDay: string | undefined): boolean {
  const isLate = firstDay !== undefined && filesToDrop(manifest, firstDay).length > 0;
  return isLate || filesToCompact(manifest).length > 0;
}
