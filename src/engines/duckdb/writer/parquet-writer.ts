import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { messageOf } from '../../../errors.ts';
import { quoteName, quoteText, type Table } from '../../../googlesql/index.ts';
import { dayFolder } from '../store/day.ts';
import { hashFile } from '../store/hash-file.ts';
import type { Manifest, ManifestFile } from '../store/manifest.ts';
import { IMPORT_COLUMN, type ParquetStore, TENANT_COLUMN } from '../store/parquet-store.ts';
import { refuseTenantChange } from '../store/schema-change.ts';
import { storedTime } from '../store/stored-time.ts';
import { syncFile, syncFolder } from '../store/table-folder.ts';
import { WRITER_LOCK, WRITING } from '../store/temporary-names.ts';
import { withConnection } from '../with-connection.ts';
import {
  isNested,
  isOfOneTenant,
  type RowFacts,
  refuseOtherCount,
  rowFacts,
  tenantExpression,
} from './file-facts.ts';
import { FirstElements } from './first-elements.ts';
import { type AddedFile, withFiles } from './manifest-change.ts';
import { ROW_GROUP_ROWS } from './row-group.ts';
import { STORE_LOCK, tryLock, withStoreLock } from './store-lock.ts';

/** Resource limits of a writer. */
export interface WriterLimits {
  readonly memory: string;
  readonly threads: number;
}

/** Rows to be written as one file. */
export interface NewRows {
  readonly table: Table;
  readonly day: string;
  /** A DuckDB relation with the table's columns; read several times. */
  readonly relation: string;
  /** The relation's single records. @default none: it is as GoogleSQL sees it, and its single records are found */
  readonly single?: readonly string[];
  /** The import of each row, as a DuckDB expression, and all of them. */
  readonly importOf: string;
  readonly imports: readonly string[];
  readonly demo?: ManifestFile['demo'];
  /** What is known of the rows. @default it is read from them */
  readonly facts?: RowFacts | undefined;
  /** Whether the relation gives the newest row first. @default false */
  readonly isNewestFirst?: boolean;
}

/** Rows of a query. */
export interface NewQuery
  extends Pick<NewRows, 'table' | 'day' | 'demo' | 'single' | 'facts' | 'isNewestFirst'> {
  readonly query: string;
  /** The import that brought them. */
  readonly importId?: string;
}

/** A complete file that no manifest names yet. */
export interface WrittenFile extends AddedFile {
  readonly temporary: string;
}

const NO_IMPORT = 'CAST(NULL AS VARCHAR)';

/** Small dictionaries: with ninety columns, the default ones take hundreds of megabytes. */
const COPY_OPTIONS = `FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE ${ROW_GROUP_ROWS}, STRING_DICTIONARY_PAGE_SIZE_LIMIT 65536`;

/**
 * Writes Parquet files into the store with its own DuckDB instance.
 *
 * That instance is not locked down, so it must only run SQL written by this project. Files are complete and on disk
 * before a commit names them; what a killed writer leaves behind is in no manifest.
 */
export class ParquetWriter {
  readonly store: ParquetStore;
  /** For files that are not in the store yet, and for what DuckDB spills. */
  readonly folder: string;
  readonly #instance: DuckDBInstance;
  #queries = 0;

  private constructor(store: ParquetStore, folder: string, instance: DuckDBInstance) {
    this.store = store;
    this.folder = folder;
    this.#instance = instance;
  }

  static async open(store: ParquetStore, limits: WriterLimits): Promise<ParquetWriter> {
    const folder = join(store.directory, WRITING + randomUUID());
    mkdirSync(store.directory, { recursive: true, mode: 0o700 });
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: limits.memory,
      threads: String(limits.threads),
      temp_directory: join(folder, 'spill'),
    });
    const writer = new ParquetWriter(store, folder, instance);
    try {
      await writer.use((connection) => connection.run("SET GLOBAL TimeZone = 'UTC'"));
      // A folder without its lock is what a dead writer left: nobody may see this one without.
      await writer.locked(async () => {
        mkdirSync(folder);
        await writer.use((connection) => tryLock(connection, join(folder, WRITER_LOCK)));
      });
    } catch (cause) {
      writer.close();
      throw new Error(`Cannot write to "${store.directory}": ${messageOf(cause)}`, { cause });
    }
    return writer;
  }

  /** Runs `work` with a connection, closed afterwards. */
  async use<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    return withConnection(this.#instance, work);
  }

  /** Writes a file with the rows, sorted by tenant and then newest first; undefined if there are none. */
  async write(rows: NewRows): Promise<WrittenFile | undefined> {
    return this.use(async (connection) => {
      const facts =
        rows.facts ?? (await rowFacts(connection, rows.table, rows.relation, rows.single));
      if (!facts) return undefined;
      const name = `${randomUUID()}.parquet`;
      const temporary = join(this.folder, name);
      const copied = await connection.runAndReadAll(
        `COPY (${storedRows(rows, facts)}) TO ${quoteText(temporary)} (${COPY_OPTIONS})`,
      );
      const [count] = copied.getRows()[0] ?? [];
      refuseOtherCount([{ rows: Number(count) }], facts.rows);
      return {
        ...facts,
        temporary,
        path: `${dayFolder(rows.day)}/${name}`,
        bytes: statSync(temporary).size,
        sha256: await hashFile(temporary),
        imports: rows.imports,
        demo: rows.demo,
      };
    });
  }

  /** Writes a file with the rows of a query, which is run once. */
  async writeQuery({ query, importId, ...rows }: NewQuery): Promise<WrittenFile | undefined> {
    const importOf = importId === undefined ? NO_IMPORT : quoteText(importId);
    const imports = importId === undefined ? [] : [importId];
    // Without facts to be read from the rows, the query is run once anyway: for the file.
    if (rows.facts) return this.write({ ...rows, relation: `(${query})`, importOf, imports });
    this.#queries += 1;
    const relation = `query_rows_${this.#queries}`;
    await this.use((connection) => connection.run(`CREATE TABLE ${relation} AS ${query}`));
    try {
      return await this.write({ ...rows, relation, importOf, imports });
    } finally {
      await this.use((connection) => connection.run(`DROP TABLE ${relation}`));
    }
  }

  /**
   * Changes a table's state: adds the files, and applies `change` to the manifest of that moment, which may have been
   * replaced since the files were written; if `change` then gives undefined, nothing happens. Readers see all of it or
   * nothing. Resolves with whether it was done.
   */
  async commit(
    table: Table,
    added: readonly WrittenFile[],
    change: (manifest: Manifest) => Manifest | undefined = (manifest) => manifest,
  ): Promise<boolean> {
    await Promise.all(added.map(({ temporary }) => syncFile(temporary)));
    return this.locked(async () => {
      const folder = this.store.folder(table.name);
      const before = folder.manifest();
      refuseTenantChange(table, before);
      const changed = change(before);
      if (!changed) return false;
      if (changed === before && added.length === 0) return true;
      // From here on, files without a manifest mean that it was lost.
      if (!folder.hasManifest()) await folder.replace(before);
      await moveFiles(folder.path, added);
      const retired = changed.retired.filter(({ path }) => existsSync(join(folder.path, path)));
      const pruned = { ...changed, retired };
      await folder.replace(withFiles(table, { before, changed: pruned, added, now: Date.now() }));
      return true;
    });
  }

  /** Runs `work` while no other writer changes the store. */
  async locked<Result>(work: () => Promise<Result>): Promise<Result> {
    const path = join(this.store.directory, STORE_LOCK);
    return this.use((connection) => withStoreLock(connection, path, work));
  }

  /** Ends the writer; files that were not committed are deleted. */
  close(): void {
    this.#instance.closeSync();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs `work` with a writer, which is closed afterwards. */
export async function withWriter<Result>(
  store: ParquetStore,
  limits: WriterLimits,
  work: (writer: ParquetWriter) => Promise<Result>,
): Promise<Result> {
  const writer = await ParquetWriter.open(store, limits);
  try {
    return await work(writer);
  } finally {
    writer.close();
  }
}

function storedRows(rows: NewRows, facts: RowFacts): string {
  const { table, relation, importOf, single = [] } = rows;
  const elements = new FirstElements(rows.single ? [] : facts.single);
  const columns = table.columns.map(({ name, type }) => {
    const value = rows.single ? quoteName(name) : elements.column(name, type);
    return `${value} AS ${quoteName(name)}`;
  });
  const tenant = tenantExpression(table, single);
  const hidden = [`${importOf} AS ${IMPORT_COLUMN}`];
  if (isNested(table)) hidden.push(`${tenant} AS ${TENANT_COLUMN}`);
  const list = [...columns, ...hidden].join(', ');
  const stored = `SELECT ${list} FROM ${elements.relation(relation)}`;
  if (rows.isNewestFirst && isOfOneTenant(table, facts)) return stored;
  return `${stored} ORDER BY ${tenant}, ${storedTime(table)} DESC`;
}

async function moveFiles(folder: string, files: readonly WrittenFile[]): Promise<void> {
  const targets = files.map(({ temporary, path }) => ({ temporary, path: join(folder, path) }));
  const folders = new Set(targets.map(({ path }) => dirname(path)));
  for (const day of folders) mkdirSync(day, { recursive: true });
  for (const { temporary, path } of targets) renameSync(temporary, path);
  for (const day of folders) await syncFolder(day);
}
