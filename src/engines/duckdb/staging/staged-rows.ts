import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mapInOrder } from '../../../async/map-in-order.ts';
import { duckdbType, quoteName, quoteText, type Table } from '../../../googlesql/index.ts';
import { selectList, singleRecords } from '../records/row-expression.ts';
import { type ImportSource, importRecord } from '../store/import-record.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { refuseTenantChange } from '../store/schema-change.ts';
import { timeColumn } from '../store/stored-time.ts';
import { refuseOtherCount } from '../writer/file-facts.ts';
import { ParquetWriter } from '../writer/parquet-writer.ts';
import { bytesAsTexts, holdsBytes } from './bytes-columns.ts';
import { countWithTenant } from './count-with-tenant.ts';
import type { PackedRun } from './packed-run.ts';
import { type Slice, sliceRows } from './slices.ts';
import { LOW_MEMORY_SETTINGS } from './small-instance.ts';
import { Spool } from './spool.ts';
import { factsOf, type StagedForm } from './staged-form.ts';

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
  /** @default the table's shape */
  readonly form?: StagedForm | undefined;
}

/** The result of publishing staged rows. */
export interface PublishedRows {
  readonly days: readonly string[];
  /** Rows with a tenant; others are never shown. */
  readonly withTenant: number;
  /** The number of these at or after each requested time. */
  readonly rowsSince: readonly number[];
}

interface SliceOptions {
  readonly id: string;
  readonly since: readonly bigint[];
  readonly form: StagedForm | undefined;
}

/** Slices written concurrently, while the next one is merged: with two, an import of a million lines took 411 MB instead of 394. */
const WRITERS = 1;

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

  /** Adds rows that a `RunPacker` has sorted. */
  async add(run: PackedRun): Promise<void> {
    await this.#spool.add(run);
  }

  /** Undefined if there are no rows. */
  summary(): StagedSummary | undefined {
    let rows = 0;
    let oldest = Number.POSITIVE_INFINITY;
    let newest = Number.NEGATIVE_INFINITY;
    for (const frame of this.#spool.runs.flat()) {
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
    { since = [], check, form }: PublishOptions = {},
  ): Promise<PublishedRows> {
    const id = randomUUID();
    const write = (slice: Slice) => this.#write(slice, shift, { id, since, form });
    const written = await mapInOrder(sliceRows(this.#spool, this.folder, shift), WRITERS, write);
    const files = written.map(({ file }) => file);
    refuseOtherCount(files, this.summary()?.rows ?? 0);
    await this.#writer.commit(this.#table, files, (manifest) => {
      check?.();
      const record = importRecord(id, new Date().toISOString(), source, files);
      return { ...manifest, imports: [...manifest.imports, record] };
    });
    return {
      days: [...new Set(written.map(({ day }) => day))].sort(),
      withTenant: written.reduce((sum, { all }) => sum + all, 0),
      rowsSince: since.map((_, i) => written.reduce((sum, { later }) => sum + (later[i] ?? 0), 0)),
    };
  }

  /** Releases everything that was not published. */
  async discard(): Promise<void> {
    await this.#spool.close();
    this.#writer.close();
  }

  async #write(slice: Slice, shift: bigint, { form, id, since }: SliceOptions) {
    const { day, path } = slice;
    const file = await this.#writer.writeQuery({
      table: this.#table,
      day,
      query: this.#queryOf(slice, shift, form),
      importId: id,
      isNewestFirst: true,
      ...(form && { single: singleRecords(form.row), facts: factsOf(this.#table, form, slice) }),
    });
    if (!file) throw new Error('A slice has no rows');
    const [all, later] = await this.#writer.use((connection) =>
      countWithTenant(connection, this.#table, file, since),
    );
    rmSync(path);
    return { day, file, all, later };
  }

  #queryOf({ longest, path }: Slice, shift: bigint, form: StagedForm | undefined): string {
    const { columns } = this.#table;
    const types =
      form?.columns ??
      Object.fromEntries(columns.map(({ name, type }) => [name, duckdbType(bytesAsTexts(type))]));
    const list = Object.entries(types).map(
      ([name, type]) => `${quoteText(name)}: ${quoteText(type)}`,
    );
    const source = `read_json(${quoteText(path)}, format = 'newline_delimited',
      maximum_object_size = ${Math.max(longest, MIN_OBJECT_BYTES) + 1}, columns = {${list.join(', ')}})`;
    const times = [timeColumn(this.#table) ?? []].flat().map(quoteName);
    const replaced = [
      ...times.map((time) => `make_timestamptz(epoch_us(${time}) + ${shift}) AS ${time}`),
      ...columns
        .filter(({ type }) => !form && holdsBytes(type))
        .map(
          ({ name, type }) =>
            `CAST(${quoteName(name)} AS ${duckdbType(type)}) AS ${quoteName(name)}`,
        ),
    ];
    const rows = form ? `(SELECT ${selectList(columns, form.row)} FROM ${source})` : source;
    const replacement = replaced.length > 0 ? ` REPLACE (${replaced.join(', ')})` : '';
    return `SELECT *${replacement} FROM ${rows}`;
  }
}
