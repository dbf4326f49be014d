import { quoteText, type Table } from '../../../googlesql/index.ts';
import type { Manifest, ManifestFile } from './manifest.ts';
import { withoutFiles } from './manifest-change.ts';
import { dayOfFile, globbed, IMPORT_COLUMN, type ParquetStore } from './parquet-store.ts';
import type { ParquetWriter } from './parquet-writer.ts';
import { NO_SINGLE_RECORDS, readColumns } from './stored-columns.ts';

/** Files of imported rows of one day that are to become one. */
export interface FileGroup {
  readonly day: string;
  readonly files: readonly ManifestFile[];
}

/** A day with more files of this kind than this is compacted. */
const MAX_SMALL_FILES = 4;

/** Files above this size are left alone. */
const SMALL_BYTES = 64 * 1024 * 1024;

/** The groups of a table's files that are worth compacting: many small ones of a day, and those of earlier releases. */
export function filesToCompact({ files }: Manifest): readonly FileGroup[] {
  const days = new Map<string, ManifestFile[]>();
  for (const file of files) {
    if (file.demo) continue;
    if (file.bytes > SMALL_BYTES && file.layout !== undefined) continue;
    const day = dayOfFile(file);
    days.set(day, [...(days.get(day) ?? []), file]);
  }
  return [...days]
    .filter(([, small]) => small.length > MAX_SMALL_FILES || small.some(isOld))
    .map(([day, small]) => ({ day, files: small }));
}

/** The files whose days are over for longer than they are to be kept. Demo rows are kept by their own rule. */
export function filesToDrop({ files }: Manifest, firstDay: string): readonly ManifestFile[] {
  return files.filter((file) => !file.demo && dayOfFile(file) < firstDay);
}

function isOld({ layout }: ManifestFile): boolean {
  return layout === undefined;
}

/** Files of one day, and which of their rows to keep. */
export interface Rewrite extends FileGroup {
  /** A condition on the table's columns and `IMPORT_COLUMN`. @default all rows */
  readonly condition?: string;
  /** What else changes in the manifest. */
  readonly change?: (manifest: Manifest) => Manifest;
}

/** Replaces files by one with their rows; false if another writer has replaced one of them meanwhile. */
export async function rewriteFiles(
  writer: ParquetWriter,
  table: Table,
  { day, files, condition = 'true', change = (manifest) => manifest }: Rewrite,
): Promise<boolean> {
  const manifest = writer.store.manifest(table.name);
  const rows = files.map((file) => rowsOf(writer.store, table, manifest, file));
  const written = await writer.write({
    table,
    day,
    relation: `(SELECT * FROM (${rows.join(' UNION ALL ')}) WHERE ${condition})`,
    importOf: IMPORT_COLUMN,
    imports: [...new Set(files.flatMap(({ imports }) => imports))],
  });
  const paths = new Set(files.map(({ path }) => path));
  return writer.commit(table, written ? [written] : [], (now) => {
    const present = new Set(now.files.map(({ path }) => path));
    return paths.isSubsetOf(present) ? change(withoutFiles(now, paths)) : undefined;
  });
}

/** The rows of a file as GoogleSQL sees them, with the import of each. */
function rowsOf(store: ParquetStore, table: Table, manifest: Manifest, file: ManifestFile): string {
  const stored = store.storedFile(table, manifest, file);
  const columns = readColumns(stored, { columns: table.columns, single: NO_SINGLE_RECORDS });
  // Files of earlier releases have rows of one import.
  const importId = isOld(file) ? quoteText(file.imports[0] ?? '') : IMPORT_COLUMN;
  const list = [...columns, `${importId} AS ${IMPORT_COLUMN}`].join(', ');
  return `SELECT ${list} FROM read_parquet(${quoteText(globbed(stored.path))}, hive_partitioning = false)`;
}
