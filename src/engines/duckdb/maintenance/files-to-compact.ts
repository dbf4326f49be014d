/** Which files are due for maintenance. The gateway asks too, which never loads DuckDB. */
import type { Manifest, ManifestFile } from '../store/manifest.ts';
import { dayOfFile } from '../store/parquet-store.ts';
import { ROW_GROUP_ROWS } from '../writer/row-group.ts';

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
  const imported = files.filter((file) => !file.demo && isSmall(file));
  return [...Map.groupBy(imported, dayOfFile)]
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

/** Whether an earlier release wrote it. */
export function isOld({ layout }: ManifestFile): boolean {
  return layout === undefined;
}
