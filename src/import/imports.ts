import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type DuckDBConnection, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { escapeWildcards } from '../engines/duckdb/files/file-format.ts';
import {
  type ImportedFile,
  parseImportedFileName,
  tablesFolder,
} from '../engines/duckdb/tables/imported-file.ts';
import { markChanged } from './writing/change-marker.ts';
import { type ImportMetadata, METADATA_KEY, parseMetadata } from './writing/import-metadata.ts';
import { namesIn } from './writing/names-in.ts';
import { syncFolder } from './writing/sync.ts';

/** A file of an import that is in a table's folder. */
export interface FoundFile extends ImportedFile {
  readonly path: string;
  readonly table: string;
}

/** An import whose file is there. */
export interface FoundImport extends FoundFile {
  readonly rows: number;
  /** Undefined for rows of the release before. */
  readonly metadata: ImportMetadata | undefined;
}

/** The files of imports in the folder of one table. */
export async function filesOfTable(folder: string, table: string): Promise<readonly FoundFile[]> {
  return (await namesIn(folder)).flatMap((name) => {
    const parsed = parseImportedFileName(name);
    return parsed ? [{ ...parsed, path: join(folder, name), table }] : [];
  });
}

/** The files of imports into all tables. */
export async function importedFiles(dataDir: string): Promise<readonly FoundFile[]> {
  const tables = tablesFolder(dataDir);
  const names = await namesIn(tables);
  const found = names.map((name) => filesOfTable(join(tables, name), decodeURIComponent(name)));
  return (await Promise.all(found)).flat();
}

const METADATA = `SELECT file_name, decode(value) FROM parquet_kv_metadata($paths) WHERE decode(key) = '${METADATA_KEY}'`;
const ROWS = 'SELECT file_name, num_rows FROM parquet_file_metadata($paths)';

/** The imports of files, the latest last; rejects if one of them cannot be read. */
export async function readImports(
  connection: DuckDBConnection,
  files: readonly FoundFile[],
): Promise<readonly FoundImport[]> {
  if (files.length === 0) return [];
  const valuesOf = async (sql: string) => {
    const values = { paths: listValue(files.map(({ path }) => escapeWildcards(path))) };
    const reader = await connection.runAndReadAll(sql, values, { paths: LIST(VARCHAR) });
    return new Map(reader.getRows().map(([path, value]) => [String(path), value]));
  };
  const [rows, texts] = [await valuesOf(ROWS), await valuesOf(METADATA)];
  return files
    .map((file) => {
      const text = texts.get(file.path);
      const metadata = text === undefined ? undefined : parseMetadata(String(text));
      return { ...file, rows: Number(rows.get(file.path)), metadata };
    })
    .sort((one, other) => orderOf(one).localeCompare(orderOf(other)));
}

function orderOf({ metadata, path }: FoundImport): string {
  return metadata?.at ?? ` ${basename(path)}`;
}

/** Deletes the file of an import, and tells running services. */
export async function removeImport(dataDir: string, { path }: FoundFile): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(join(path, '..'));
  await markChanged(dataDir);
}
