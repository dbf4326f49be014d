import { quoteText, type Table } from '../../../googlesql/index.ts';
import { verifyFiles } from '../store/file-verifier.ts';
import type { Manifest, ManifestFile } from '../store/manifest.ts';
import { dayOfFile, globbed, IMPORT_COLUMN, type ParquetStore } from '../store/parquet-store.ts';
import { refuseSchemaChange } from '../store/schema-change.ts';
import { NO_SINGLE_RECORDS, readColumns } from '../store/stored-columns.ts';
import { writeFilesByTenant } from '../writer/files-by-tenant.ts';
import { withoutFiles } from '../writer/manifest-change.ts';
import { type ParquetWriter, ROW_GROUP_ROWS } from '../writer/parquet-writer.ts';

/** Files of imported rows of one day that are to be joined. */
export interface FileGroup {
  readonly day: string;
  readonly files: readonly ManifestFile[];
}

/** A day with more small files than this is compacted, into files that are mostly no longer small. */
const MAX_SMALL_FILES = 4;

/** Larger files are left alone: DuckDB sorts the rows of a new file in memory. */
const SMALL_BYTES = 6 * 1024 * 1024;

/** The groups of a table's files that are worth compacting: many small ones of a day, and those of earlier releases. */
export function filesToCompact({ files }: Manifest): readonly FileGroup[] {
  const days = new Map<string, ManifestFile[]>();
  for (const file of files) {
    if (file.demo || !isSmall(file)) continue;
    const day = dayOfFile(file);
    days.set(day, [...(days.get(day) ?? []), file]);
  }
  return [...days]
    .filter(([, small]) => small.length > MAX_SMALL_FILES || small.some(isOld))
    .flatMap(([day, small]) => groupsOf(small).map((group) => ({ day, files: group })))
    .filter((group) => group.files.length > 1 || group.files.some(isOld));
}

/** Groups of files that together are not much larger than a small one, the smallest first. */
function groupsOf(files: readonly ManifestFile[]): readonly (readonly ManifestFile[])[] {
  const groups: ManifestFile[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of [...files].sort((one, other) => one.bytes - other.bytes)) {
    if (bytes + file.bytes > SMALL_BYTES) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(file);
    bytes += file.bytes;
  }
  return groups;
}

/** The files whose days are over for longer than they are to be kept. Demo rows are kept by their own rule. */
export function filesToDrop({ files }: Manifest, firstDay: string): readonly ManifestFile[] {
  return files.filter((file) => !file.demo && dayOfFile(file) < firstDay);
}

/** A file with half of a row group may be all that a day has of its tenants. */
function isSmall(file: ManifestFile): boolean {
  return file.bytes <= SMALL_BYTES && (isOld(file) || file.rows < ROW_GROUP_ROWS / 2);
}

function isOld({ layout }: ManifestFile): boolean {
  return layout === undefined;
}

/** Replaces the files of a group by others with their rows, unless another writer has replaced one of them meanwhile. */
export async function compact(
  writer: ParquetWriter,
  table: Table,
  { day, files }: FileGroup,
): Promise<void> {
  const manifest = writer.store.manifest(table.name);
  const written = await writeFilesByTenant(writer, {
    table,
    day,
    relation: await rowsOfFiles(writer.store, table, manifest, files),
    importOf: IMPORT_COLUMN,
    imports: [...new Set(files.flatMap(({ imports }) => imports))],
  });
  const paths = new Set(files.map(({ path }) => path));
  await writer.commit(table, written, (now) => {
    const present = new Set(now.files.map(({ path }) => path));
    return paths.isSubsetOf(present) ? withoutFiles(now, paths) : undefined;
  });
}

/**
 * A relation with the rows of files as GoogleSQL sees them, and the import of each in `IMPORT_COLUMN`; rejects for a
 * damaged file, of which a new file would keep no trace.
 */
export async function rowsOfFiles(
  store: ParquetStore,
  table: Table,
  manifest: Manifest,
  files: readonly ManifestFile[],
): Promise<string> {
  await verifyFiles(files.map((file) => store.storedFile(table, manifest, file)));
  // A column that the schema no longer has would be lost.
  refuseSchemaChange(table, { ...manifest, files: [...files] });
  const parts = files.map((file) => {
    const stored = store.storedFile(table, manifest, file);
    const columns = readColumns(stored, { columns: table.columns, single: NO_SINGLE_RECORDS });
    // Files of earlier releases have rows of one import.
    const importId = isOld(file) ? quoteText(file.imports[0] ?? '') : IMPORT_COLUMN;
    const list = [...columns, `${importId} AS ${IMPORT_COLUMN}`].join(', ');
    const path = quoteText(globbed(stored.path));
    return `SELECT ${list} FROM read_parquet(${path}, hive_partitioning = false)`;
  });
  return `(${parts.join(' UNION ALL ')})`;
}
