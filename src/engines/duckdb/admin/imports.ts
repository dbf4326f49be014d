import { quoteText, type Table } from '../../../googlesql/index.ts';
import { rowsOfFiles } from '../maintenance/compaction.ts';
import type { ImportRecord, Manifest, ManifestFile } from '../store/manifest.ts';
import { dayOfFile, IMPORT_COLUMN, type ParquetStore } from '../store/parquet-store.ts';
import { withoutFiles } from '../writer/manifest-change.ts';
import type { ParquetWriter, WrittenFile } from '../writer/parquet-writer.ts';
import { presentImports } from './present-imports.ts';

/** An import and the table that has its rows. */
export interface KnownImport extends ImportRecord {
  readonly table: string;
}

/**
 * All imports whose rows are in the store, as far as they are, the latest last; without those of tables whose manifest
 * cannot be read.
 */
export async function listImports(store: ParquetStore): Promise<readonly KnownImport[]> {
  const found: KnownImport[] = [];
  for (const table of store.tables()) {
    const folder = store.folder(table);
    const manifest = folder.readableManifest();
    const imports = manifest ? await presentImports(folder.path, manifest) : [];
    found.push(...imports.map((one) => ({ ...one, table })));
  }
  return found.sort((one, other) => one.at.localeCompare(other.at));
}

/** Throws an `Error` that names a table whose manifest cannot be read, if there is one. */
export function checkManifests(store: ParquetStore): void {
  for (const table of store.tables()) store.manifest(table);
}

/** An import that brought the same input. */
export interface EarlierImport extends ImportRecord {
  /** Whose rows they are; undefined if its files have rows of several tenants, or of none. */
  readonly tenant: string | undefined;
}

/** The import that brought the same input into a table before; undefined if there is none. */
export function earlierImport(
  store: ParquetStore,
  table: string,
  sha256: string,
): EarlierImport | undefined {
  const { files, imports } = store.manifest(table);
  const found = imports.find((one) => one.sha256 === sha256);
  if (!found) return undefined;
  const own = files.filter((file) => file.imports.includes(found.id));
  const tenants = new Set(own.flatMap((file) => file.tenants ?? []));
  const [tenant] = tenants.size === 1 ? tenants : [];
  return { ...found, tenant };
}

/** Removes the rows of an import in one commit; statements that run finish on the state that they began with. */
export async function undoImport(writer: ParquetWriter, table: Table, id: string): Promise<void> {
  for (;;) {
    const manifest = writer.store.manifest(table.name);
    const affected = manifest.files.filter(({ imports }) => imports.includes(id));
    const written: WrittenFile[] = [];
    for (const file of affected.filter(({ imports }) => imports.length > 1)) {
      const rest = await writeRest(writer, table, { manifest, file, id });
      if (rest) written.push(rest);
    }
    const paths = new Set(affected.map(({ path }) => path));
    // Compaction may have replaced a file since.
    const isDone = await writer.commit(table, written, (now) => {
      const inFiles = now.files.filter(({ imports }) => imports.includes(id));
      if (inFiles.length !== paths.size || !inFiles.every(({ path }) => paths.has(path))) return;
      const imports = now.imports.filter((one) => one.id !== id);
      return withoutFiles({ ...now, imports }, paths);
    });
    if (isDone) return;
  }
}

interface Rest {
  readonly manifest: Manifest;
  readonly file: ManifestFile;
  readonly id: string;
}

/** A file's rows of other imports, as a new file. */
async function writeRest(writer: ParquetWriter, table: Table, { manifest, file, id }: Rest) {
  const rows = await rowsOfFiles(writer.store, table, manifest, [file]);
  return writer.write({
    table,
    day: dayOfFile(file),
    relation: `(SELECT * FROM ${rows} WHERE ${IMPORT_COLUMN} IS DISTINCT FROM ${quoteText(id)})`,
    importOf: IMPORT_COLUMN,
    imports: file.imports.filter((other) => other !== id),
  });
}
