import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { duckdbType, quoteName, quoteText, type Table } from '../../../googlesql/index.ts';
import type { ImportRecord } from './manifest.ts';
import type { ParquetStore } from './parquet-store.ts';
import { ParquetWriter, type WrittenFile } from './parquet-writer.ts';

/** Number of staged rows, and the oldest and newest timestamp in microseconds. */
export interface StagedSummary {
  readonly rows: number;
  readonly oldest: bigint;
  readonly newest: bigint;
}

/** What is recorded of an import, beside its rows. */
export interface ImportSource {
  /** The name of the input file. */
  readonly name: string;
  /** SHA-256 of the unpacked input, in hexadecimal. */
  readonly sha256: string;
  readonly badLines: number;
}

const MIN_OBJECT = 1024 * 1024;

/**
 * Rows to be imported: collected outside the store, then published as one file per day.
 *
 * Memory is bounded: the excess is spilled to the writer's folder, which `discard` deletes.
 */
export class StagedRows {
  readonly #table: Table;
  readonly #writer: ParquetWriter;

  private constructor(table: Table, writer: ParquetWriter) {
    this.#table = table;
    this.#writer = writer;
  }

  static async open(store: ParquetStore, table: Table): Promise<StagedRows> {
    const writer = await ParquetWriter.open(store, { memory: '512MB', threads: 1 });
    const columns = table.columns.map(({ name, type }) => `${quoteName(name)} ${duckdbType(type)}`);
    await writer.use((connection) => connection.run(`CREATE TABLE staged (${columns.join(', ')})`));
    return new StagedRows(table, writer);
  }

  /** Adds rows as JSON texts without newlines; each has the table's shape, with no array absent. */
  async add(rows: readonly string[]): Promise<void> {
    const file = join(this.#writer.folder, 'rows.ndjson');
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

  /** Shifts every row by `shift` microseconds and publishes them in the store at once; returns their days. */
  async publish(shift: bigint, source: ImportSource): Promise<readonly string[]> {
    const moment = `make_timestamptz(epoch_us("timestamp") + ${shift})`;
    const days = await this.#query(
      `SELECT DISTINCT strftime(${moment}, '%Y-%m-%d') AS day FROM staged ORDER BY day`,
    );
    const id = randomUUID();
    const files: WrittenFile[] = [];
    for (const [value] of days) {
      const day = String(value);
      const relation = `(SELECT * REPLACE (${moment} AS "timestamp") FROM staged
        WHERE strftime(${moment}, '%Y-%m-%d') = ${quoteText(day)})`;
      const rows = { table: this.#table, day, relation, importOf: quoteText(id), imports: [id] };
      const file = await this.#writer.write(rows);
      if (file) files.push(file);
    }
    await this.#writer.commit(this.#table, files, (manifest) => ({
      ...manifest,
      imports: [...manifest.imports, importRecord(id, source, files)],
    }));
    return days.map(([day]) => String(day));
  }

  /** Releases everything that was not published. */
  discard(): void {
    this.#writer.close();
  }

  #query(sql: string) {
    return this.#writer.use(async (connection) => (await connection.runAndReadAll(sql)).getRows());
  }
}

function importRecord(
  id: string,
  { name, sha256, badLines }: ImportSource,
  files: readonly WrittenFile[],
): ImportRecord {
  const times = files.flatMap(({ oldest, newest }) => [oldest, newest]).sort(byValue);
  return {
    id,
    at: new Date().toISOString(),
    source: name,
    sha256,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    badLines,
    oldest: String(times[0] ?? 0n),
    newest: String(times.at(-1) ?? 0n),
  };
}

function byValue(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
