import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { duckdbType, quoteName, quoteText, type Table } from '../../../googlesql/index.ts';
import type { ParquetStore } from './parquet-store.ts';
import { type FilePlace, ParquetWriter } from './parquet-writer.ts';

/** Number of staged rows, and the oldest and newest timestamp in microseconds. */
export interface StagedSummary {
  readonly rows: number;
  readonly oldest: bigint;
  readonly newest: bigint;
}

const MIN_OBJECT = 1024 * 1024;

/**
 * Rows to be imported: collected outside the store, then published as one file per day.
 *
 * Memory is bounded: the excess is spilled to a folder beside the tables, which `discard` deletes.
 */
export class StagedRows {
  readonly #store: ParquetStore;
  readonly #table: Table;
  readonly #writer: ParquetWriter;
  readonly #folder: string;

  private constructor(store: ParquetStore, table: Table, writer: ParquetWriter, folder: string) {
    this.#store = store;
    this.#table = table;
    this.#writer = writer;
    this.#folder = folder;
  }

  static async open(store: ParquetStore, table: Table): Promise<StagedRows> {
    const folder = store.makeStagingFolder();
    const limits = { memory: '512MB', threads: 1, temporaryDirectory: folder };
    const writer = await ParquetWriter.open(store, limits);
    const columns = table.columns.map(({ name, type }) => `${quoteName(name)} ${duckdbType(type)}`);
    await writer.use((connection) => connection.run(`CREATE TABLE staged (${columns.join(', ')})`));
    return new StagedRows(store, table, writer, folder);
  }

  /** Adds rows as JSON texts without newlines; each has the table's shape, with no array absent. */
  async add(rows: readonly string[]): Promise<void> {
    const file = join(this.#folder, 'rows.ndjson');
    await writeFile(file, rows.join('\n'));
    // DuckDB allocates twice this size per thread.
    const longest = rows.reduce((size, row) => Math.max(size, Buffer.byteLength(row)), MIN_OBJECT);
    const columns = this.#table.columns.map(
      ({ name, type }) => `${quoteText(name)}: ${quoteText(duckdbType(type))}`,
    );
    const source = `read_json(${quoteText(file)}, format = 'newline_delimited',
      maximum_object_size = ${longest + 1}, columns = {${columns.join(', ')}})`;
    await this.#writer.use((connection) =>
      connection.run(`INSERT INTO staged SELECT * FROM ${source}`),
    );
  }

  /** Undefined if there are no rows. */
  async summary(): Promise<StagedSummary | undefined> {
    const [row = []] = await this.#query(
      'SELECT count(*), epoch_us(min("timestamp")), epoch_us(max("timestamp")) FROM staged',
    );
    const [rows, oldest, newest] = row;
    if (typeof oldest !== 'bigint' || typeof newest !== 'bigint') return undefined;
    return { rows: Number(rows), oldest, newest };
  }

  /** Shifts every row by `shift` microseconds and publishes them in the store; returns their days. */
  async publish(shift: bigint): Promise<readonly string[]> {
    const moment = `make_timestamptz(epoch_us("timestamp") + ${shift})`;
    const days = await this.#query(
      `SELECT DISTINCT strftime(${moment}, '%Y-%m-%d') AS day FROM staged ORDER BY day`,
    );
    const name = `import-${randomUUID()}.parquet`;
    const files: (FilePlace & { readonly temporary: string })[] = [];
    for (const [day] of days) {
      const place = { table: this.#table.name, day: String(day), name };
      const query = `SELECT * REPLACE (${moment} AS "timestamp") FROM staged
        WHERE strftime(${moment}, '%Y-%m-%d') = ${quoteText(place.day)} ORDER BY "timestamp" DESC`;
      files.push({ ...place, temporary: await this.#writer.writeUnpublished(place, query) });
    }
    for (const { temporary, table, day } of files) this.#store.publish(temporary, table, day, name);
    return files.map(({ day }) => day);
  }

  /** Releases everything that was not published. */
  discard(): void {
    this.#writer.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #query(sql: string) {
    return this.#writer.use(async (connection) => (await connection.runAndReadAll(sql)).getRows());
  }
}
