import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { duckdbType, quoteName, quoteText, type Table } from '../../../googlesql/index.ts';
import { type ImportSource, importRecord } from '../store/import-record.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { refuseTenantChange } from '../store/schema-change.ts';
import { ParquetWriter, type WrittenFile } from '../writer/parquet-writer.ts';
import { bytesAsTexts, holdsBytes } from './bytes-columns.ts';
import { countShown } from './count-shown.ts';
import type { PackedRun } from './packed-run.ts';
import { type Slice, sliceRows } from './slices.ts';
import { LOW_MEMORY_SETTINGS } from './small-instance.ts';
import { Spool, type SpooledFrame } from './spool.ts';

/** Number of staged rows, and the oldest and newest timestamp in microseconds. */
export interface StagedSummary {
  readonly rows: number;
  readonly oldest: bigint;
  readonly newest: bigint;
}

/** Options of `publish`. */
export interface PublishOptions {
  /** Times from which on rows are counted, in microseconds. */
  readonly since?: readonly bigint[];
  /** Called while no other writer changes the store, and may throw: then nothing is published. */
  readonly check?: () => void;
}

/** What became of staged rows. */
export interface PublishedRows {
  readonly days: readonly string[];
  /** Rows that name a tenant: others are shown to nobody. */
  readonly withTenant: number;
  /** Of them, those at or after each of the times that were asked for. */
  readonly rowsSince: readonly number[];
}

/** DuckDB's buffer has twice this size. */
const MIN_OBJECT_BYTES = 1024 * 1024;

/**
 * Rows to be imported: collected outside the store, then published as files of one day each.
 *
 * Sorted runs of rows go to a temporary file and are merged when they are published, so that DuckDB has a slice of them
 * at a time: its own sort of all rows ran out of memory instead of spilling.
 */
export class StagedRows {
  readonly #table: Table;
  readonly #writer: ParquetWriter;
  readonly #spool: Spool;

  private constructor(table: Table, writer: ParquetWriter, spool: Spool) {
    this.#table = table;
    this.#writer = writer;
    this.#spool = spool;
  }

  static async open(store: ParquetStore, table: Table): Promise<StagedRows> {
    // The commit refuses it too, after all rows were read.
    refuseTenantChange(table, store.manifest(table.name));
    const writer = await ParquetWriter.open(store, { memory: '256MB', threads: 1 });
    try {
      for (const setting of LOW_MEMORY_SETTINGS) {
        await writer.use((connection) => connection.run(setting));
      }
      return new StagedRows(table, writer, await Spool.create(join(writer.folder, 'rows')));
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  /** A folder for other temporary files of the import, which `discard` deletes. */
  get folder(): string {
    return this.#writer.folder;
  }

  /** Adds rows that `packRun` has sorted. */
  async add(run: PackedRun): Promise<void> {
    await this.#spool.add(run);
  }

  /** Undefined if there are no rows. */
  summary(): StagedSummary | undefined {
    let rows = 0;
    let oldest = Number.POSITIVE_INFINITY;
    let newest = Number.NEGATIVE_INFINITY;
    for (const frame of this.#frames()) {
      rows += frame.rows;
      oldest = Math.min(oldest, frame.oldest);
      newest = Math.max(newest, frame.newest);
    }
    return rows > 0 ? { rows, oldest: BigInt(oldest), newest: BigInt(newest) } : undefined;
  }

  /** Shifts every row by `shift` microseconds and publishes them in the store at once. */
  async publish(
    shift: bigint,
    source: ImportSource,
    { since = [], check }: PublishOptions = {},
  ): Promise<PublishedRows> {
    const id = randomUUID();
    const files: WrittenFile[] = [];
    const days = new Set<string>();
    let withTenant = 0;
    let rowsSince = since.map(() => 0);
    for (const slice of sliceRows(this.#spool, this.folder, shift)) {
      const { day } = slice;
      const query = this.#queryOf(slice, shift);
      const file = await this.#writer.writeQuery({ table: this.#table, day, query, importId: id });
      if (file) {
        files.push(file);
        const [all, later] = await this.#writer.use((connection) =>
          countShown(connection, this.#table, file, since),
        );
        withTenant += all;
        rowsSince = rowsSince.map((rows, i) => rows + (later[i] ?? 0));
      }
      days.add(day);
      rmSync(slice.path);
    }
    await this.#writer.commit(this.#table, files, (manifest) => {
      check?.();
      const record = importRecord(id, new Date().toISOString(), source, files);
      return { ...manifest, imports: [...manifest.imports, record] };
    });
    return { days: [...days].sort(), withTenant, rowsSince };
  }

  /** Releases everything that was not published. */
  async discard(): Promise<void> {
    await this.#spool.close();
    this.#writer.close();
  }

  #queryOf({ longest, path }: Slice, shift: bigint): string {
    const { columns } = this.#table;
    const types = columns.map(
      ({ name, type }) => `${quoteText(name)}: ${quoteText(duckdbType(bytesAsTexts(type)))}`,
    );
    const source = `read_json(${quoteText(path)}, format = 'newline_delimited',
      maximum_object_size = ${Math.max(longest, MIN_OBJECT_BYTES) + 1}, columns = {${types.join(', ')}})`;
    const time = quoteName('timestamp');
    const replaced = [
      `make_timestamptz(epoch_us(${time}) + ${shift}) AS ${time}`,
      ...columns
        .filter(({ type }) => holdsBytes(type))
        .map(
          ({ name, type }) =>
            `CAST(${quoteName(name)} AS ${duckdbType(type)}) AS ${quoteName(name)}`,
        ),
    ];
    return `SELECT * REPLACE (${replaced.join(', ')}) FROM ${source}`;
  }

  *#frames(): Generator<SpooledFrame> {
    for (const run of this.#spool.runs) yield* run;
  }
}
