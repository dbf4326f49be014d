import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { parseTable, quoteText, type SchemaField } from '#googlesql';
import { describeFiles } from '../../../../src/engines/duckdb/files/describe-files.ts';
import { formatOf } from '../../../../src/engines/duckdb/files/file-format.ts';
import { filledFields } from '../../../../src/engines/duckdb/files/filled-fields.ts';
import { readFiles } from '../../../../src/engines/duckdb/files/read-expression.ts';
import { openLockedInstance } from '../../../../src/engines/duckdb/queries/locked-instance.ts';

/** Data files, and a locked engine that may read them; one for the tests of a file, as it takes a while to open. */
export class DataFiles {
  readonly #root = mkdtempSync(join(tmpdir(), 'fieldstone-'));
  #instance: Promise<DuckDBInstance> | undefined;
  #connection: Promise<DuckDBConnection> | undefined;
  /** Where files are written. */
  folder = this.#root;

  /** Has files written to a new folder from now on. */
  fresh(): this {
    this.folder = mkdtempSync(join(this.#root, 'test-'));
    return this;
  }

  async close(): Promise<void> {
    (await this.#instance)?.closeSync();
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Writes a text file; returns its path. */
  write(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** Writes a Parquet file with the rows of a SELECT, as an import does if `isImported`; returns its path. */
  async writeParquet(name: string, select: string, isImported = false): Promise<string> {
    const path = join(this.folder, name);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    const metadata = isImported ? `, KV_METADATA {fieldstone: '{"version":1}'}` : '';
    await connection.run(`COPY (${select}) TO ${quoteText(path)} (FORMAT parquet${metadata})`);
    instance.closeSync();
    return path;
  }

  connection(): Promise<DuckDBConnection> {
    this.#connection ??= this.#open();
    return this.#connection;
  }

  async #open(): Promise<DuckDBConnection> {
    this.#instance = openLockedInstance([this.#root], { memory: '500MB', threads: 2 });
    return (await this.#instance).connect();
  }

  async describe(...paths: readonly string[]) {
    const files = paths.map((path) => ({ path, format: formatOf(path) }));
    return describeFiles(await this.connection(), files);
  }

  /** What the statistics of Parquet files say of NULL. */
  async filled(...paths: readonly string[]) {
    const descriptions = await this.describe(...paths);
    const described = descriptions.map((description, i) => ({ path: paths[i] ?? '', description }));
    return filledFields(await this.connection(), described);
  }

  /** The FROM item that reads a file as a table with the fields. */
  async source(path: string, fields: readonly SchemaField[], single?: ReadonlySet<string>) {
    const [description] = await this.describe(path);
    if (!description) throw new Error('No description');
    const table = parseTable('t', fields);
    const names = fields.map(({ name }) => name);
    const paths = `[${quoteText(path)}]`;
    return readFiles({ description, table, names, paths, ...(single && { single }) });
  }

  /** The rows of a file, by the table's names. */
  async rows(path: string, fields: readonly SchemaField[], single?: ReadonlySet<string>) {
    const names = fields.map(({ name }) => `"${name}"`).join(', ');
    return this.select(`SELECT ${names} FROM ${await this.source(path, fields, single)}`);
  }

  async select(sql: string) {
    const result = await (await this.connection()).runAndReadAll(sql);
    return result.getRowObjectsJson();
  }
}
