import type { Table } from '../../../googlesql/index.ts';
import { indexOf, type Manifest, type ManifestFile, schemaOf } from '../store/manifest.ts';
import type { RowFacts } from './file-facts.ts';

/** A file to be added to a manifest. */
export interface AddedFile extends Omit<RowFacts, 'single'> {
  /** Below the table's folder. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Undefined for a file of an earlier release. */
  readonly single: readonly string[] | undefined;
  readonly imports: readonly string[];
  readonly demo?: ManifestFile['demo'];
}

/** A change of a manifest. */
export interface ManifestChange {
  readonly before: Manifest;
  /** The manifest without what is no longer wanted. */
  readonly changed: Manifest;
  readonly added: readonly AddedFile[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The next manifest. Files that it no longer names are listed as retired: statements may still read them. */
export function withFiles(table: Table, { before, changed, added, now }: ManifestChange): Manifest {
  let { schemas, layouts } = changed;
  const files = [...changed.files];
  for (const { single, oldest, newest, tenants, tenantRows, demo, ...file } of added) {
    const [schema, withSchema] = indexOf(schemas, schemaOf(table));
    schemas = withSchema;
    const entry = {
      path: file.path,
      rows: file.rows,
      bytes: file.bytes,
      sha256: file.sha256,
      schema,
      oldest: String(oldest),
      newest: String(newest),
      hasSharedRows: file.hasSharedRows,
      imports: [...file.imports],
      ...(tenantRows && { tenantRows: { ...tenantRows } }),
      ...(tenants && { tenants: [tenants[0], tenants[1]] as [string, string] }),
      ...(demo && { demo }),
    };
    if (!single) {
      files.push(entry);
      continue;
    }
    const [layout, withLayout] = indexOf(layouts, [...single]);
    layouts = withLayout;
    files.push({ ...entry, layout });
  }
  const kept = new Set(files.map(({ path }) => path));
  const retired = before.files
    .filter(({ path }) => !kept.has(path))
    .map(({ path }) => ({ path, at: now }));
  // The days of all other imports were deleted.
  const present = new Set(files.flatMap((file) => file.imports));
  return {
    ...changed,
    commit: before.commit + 1,
    tenant: [...(table.tenant ?? [])],
    schemas,
    layouts,
    files,
    imports: changed.imports.filter(({ id }) => present.has(id)),
    retired: [...changed.retired, ...retired],
  };
}

/** The manifest without some of its files. */
export function withoutFiles(manifest: Manifest, paths: ReadonlySet<string>): Manifest {
  if (paths.size === 0) return manifest;
  return { ...manifest, files: manifest.files.filter(({ path }) => !paths.has(path)) };
}
