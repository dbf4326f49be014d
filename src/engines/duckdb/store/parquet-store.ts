import { join, resolve } from 'node:path';
import { getOrInsertComputed } from '../../../get-or-insert.ts';
import { quoteText, type SingleRecords, type Table } from '../../../googlesql/index.ts';
import type { TimeBounds } from '../queries/time-range.ts';
import { fileTable, type Manifest, type ManifestFile } from './manifest.ts';
import type { CountedFile } from './newest-files.ts';
import { NO_SINGLE_RECORDS, type StoredColumns } from './stored-columns.ts';
import { listFolder, TableFolder } from './table-folder.ts';

/** Selects the files that a scan needs. */
export interface FileSelection extends TimeBounds {
  /** Only rows of this tenant are wanted. */
  readonly tenant?: string | undefined;
}

/** A file to be read. */
export interface StoredFile extends StoredColumns, CountedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** A condition on `TENANT_COLUMN` that leaves out rows of other tenants; undefined if there is nothing to save. */
  readonly tenantCondition: string | undefined;
}

/** The tenant of each row, stored where the table's own tenant column is inside of a record. */
export const TENANT_COLUMN = '_fieldstone_tenant';

/** The import that brought a row; NULL in demo rows. */
export const IMPORT_COLUMN = '_fieldstone_import';

/**
 * The data of all tables: `<directory>/<table>/manifest.json`, and the Parquet files that it names in
 * `day=YYYY-MM-DD/`. Rows are sorted by tenant and then newest first.
 *
 * This is the readers' side, without the engine: a reader takes one manifest for one statement, and holds its files.
 */
export class ParquetStore {
  readonly directory: string;
  readonly #folders = new Map<string, TableFolder>();
  readonly #held = new Map<string, number>();

  constructor(directory: string) {
    this.directory = resolve(directory);
  }

  folder(table: string): TableFolder {
    return getOrInsertComputed(this.#folders, table, () => new TableFolder(this.directory, table));
  }

  /** The table's state now; throws an `Error` that names the table if it cannot be read. */
  manifest(table: string): Manifest {
    return this.folder(table).manifest();
  }

  /** The names of the tables that have data. */
  tables(): readonly string[] {
    return listFolder(this.directory).filter((name) => {
      const folder = this.folder(name);
      return folder.hasManifest() || folder.days().length > 0;
    });
  }

  /** The files with rows that a scan may need, newest first. A statement takes one manifest for all its scans. */
  files(
    table: Table,
    selection: FileSelection = {},
    manifest: Manifest = this.manifest(table.name),
  ): readonly StoredFile[] {
    return manifest.files
      .filter((file) => mayHaveRows(file, selection))
      .sort(newestFirst)
      .map((file) => this.storedFile(table, manifest, file, selection));
  }

  /** Keeps files from being deleted until the returned function is called. */
  hold(paths: Iterable<string>): () => void {
    const held = [...new Set(paths)];
    for (const path of held) this.#held.set(path, (this.#held.get(path) ?? 0) + 1);
    return () => {
      for (const path of held) {
        const left = (this.#held.get(path) ?? 1) - 1;
        if (left > 0) this.#held.set(path, left);
        else this.#held.delete(path);
      }
    };
  }

  /** Whether a running statement of this process reads the file. */
  isHeld(path: string): boolean {
    return this.#held.has(path);
  }

  /** A file of a table's manifest, as it is to be read. */
  storedFile(
    table: Table,
    { schemas, layouts }: Manifest,
    file: ManifestFile,
    { tenant }: FileSelection = {},
  ): StoredFile {
    const { oldest, newest, tenantRows } = file;
    return {
      path: join(this.directory, table.name, file.path),
      oldest,
      newest,
      ...(tenantRows && { tenantRows }),
      bytes: file.bytes,
      sha256: file.sha256,
      columns: columnsOf(table, schemas[file.schema] ?? []),
      single: singleRecords(layouts[file.layout ?? -1]),
      tenantCondition: tenantCondition(table, file, tenant),
    };
  }
}

function tenantCondition(
  table: Table,
  { layout, tenants, hasSharedRows }: ManifestFile,
  tenant: string | undefined,
): string | undefined {
  const hasColumn = layout !== undefined && (table.tenant?.length ?? 0) > 1;
  if (!hasColumn || tenant === undefined || new Set(tenants).size <= 1) return undefined;
  const shared = hasSharedRows ? ` OR ${TENANT_COLUMN} IS NULL` : '';
  return `${TENANT_COLUMN} = ${quoteText(tenant)}${shared}`;
}

/** Schemas and layouts are parsed once: a manifest's are the same objects as long as it is not replaced. */
const parsedColumns = new WeakMap<object, StoredColumns['columns']>();
const parsedLayouts = new WeakMap<object, SingleRecords>();

function columnsOf(table: Table, schema: Manifest['schemas'][number]): StoredColumns['columns'] {
  return getOrInsertComputed(parsedColumns, schema, () => fileTable(table, schema).columns);
}

function singleRecords(layout: readonly string[] | undefined): SingleRecords {
  return layout
    ? getOrInsertComputed(parsedLayouts, layout, () => new Set(layout))
    : NO_SINGLE_RECORDS;
}

function mayHaveRows(file: ManifestFile, { lower, upper, tenant }: FileSelection): boolean {
  if (lower !== undefined && BigInt(file.newest) < BigInt(lower)) return false;
  if (upper !== undefined && BigInt(file.oldest) > BigInt(upper)) return false;
  return tenant === undefined || file.hasSharedRows || isBetween(tenant, file.tenants);
}

/** DuckDB compares texts by their bytes, JavaScript by UTF-16 units. */
function isBetween(text: string, range: readonly [string, string] | undefined): boolean {
  if (!range) return false;
  const bytes = Buffer.from(text);
  const [least, greatest] = range.map((bound) => Buffer.from(bound));
  if (!least || !greatest) return false;
  return Buffer.compare(least, bytes) <= 0 && Buffer.compare(bytes, greatest) <= 0;
}

/** The day of a file's rows: `2026-07-01`. */
export function dayOfFile({ path }: ManifestFile): string {
  return path.slice('day='.length, path.indexOf('/'));
}

function newestFirst(one: ManifestFile, other: ManifestFile): number {
  const difference = BigInt(other.newest) - BigInt(one.newest);
  return difference === 0n ? one.path.localeCompare(other.path) : difference > 0n ? 1 : -1;
}

/** Escapes DuckDB's wildcards in a path. */
export function globbed(path: string): string {
  return path.replace(/[[*?]/g, (wildcard) => `[${wildcard}]`);
}
