import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { filesWithin } from '../../../src/engines/duckdb/tables/files-within.ts';
import type { TableFile } from '../../../src/engines/duckdb/tables/list-files.ts';
import { timeBounds } from '../../../src/engines/duckdb/tables/scan-bounds.ts';
import { mayHaveRows } from '../../../src/engines/duckdb/tables/suffix-conditions.ts';
import type { TableFiles } from '../../../src/engines/duckdb/tables/table-files.ts';
import type { BoundParameter } from '../../../src/engines/engine.ts';
import { scanPredicates } from '../../../src/engines/scan-predicates.ts';
import type { TableScan } from '../../../src/googlesql/analysis/resolved/resolved.ts';
import { quoteText } from '../../../src/googlesql/functions/core/quote.ts';
import type { CheckedQuery } from './checked-query.ts';
import { dayBounds } from './day-bounds.ts';

/** What a query reads, and what is charged for that. */
export interface Bytes {
  readonly processed: number;
  readonly billed: number;
}

const MIB = 1_048_576;
const MIN_PER_TABLE = 10 * MIB;

/** What a query costs: the referenced columns of the days within its time bounds, at least 10 MB a table. */
export class Billing {
  readonly #store: TableFiles;
  readonly #scale: number;
  readonly #columns = new Map<string, Promise<ReadonlyMap<string, number>>>();
  #connection: Promise<DuckDBConnection> | undefined;

  /** `scale` makes small fixtures as dear as real tables. */
  constructor(store: TableFiles, scale: number) {
    this.#store = store;
    this.#scale = scale;
  }

  async bytes(
    { statement: { resolved } }: CheckedQuery,
    parameters: ReadonlyMap<string, BoundParameter>,
  ): Promise<Bytes> {
    const tables = new Map<string, number>();
    for (const predicates of scanPredicates(resolved)) {
      const { scan } = predicates;
      const listing = this.#store.list(scan.table.name);
      const bounds = [timeBounds, dayBounds].map((read) => read(predicates, parameters));
      const files = bounds
        .reduce(filesWithin, listing.files)
        .filter(({ suffix }) => mayHaveRows(predicates, suffix, parameters));
      const sizes = await Promise.all(files.map((file) => this.#fileBytes(file, scan)));
      const sum = sizes.reduce((total, size) => total + size, 0);
      tables.set(scan.table.name, (tables.get(scan.table.name) ?? 0) + sum);
    }
    const each = [...tables.values()].map((size) => Math.ceil(size * this.#scale));
    return {
      processed: each.reduce((total, size) => total + size, 0),
      billed: each.reduce((total, size) => total + charge(size), 0),
    };
  }

  /** A connection that is closed while it reads takes the process with it. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#columns.values());
    (await this.#connection)?.closeSync();
  }

  /** Text says nothing of its columns: all of the file is charged. */
  async #fileBytes({ bytes, path }: TableFile, scan: TableScan): Promise<number> {
    if (!path.endsWith('.parquet')) return bytes;
    const known = this.#columns.get(path) ?? this.#readSizes(path);
    this.#columns.set(path, known);
    const sizes = await known;
    return scan.sources.reduce((total, column) => total + (sizes.get(column) ?? 0), 0);
  }

  async #readSizes(file: string): Promise<ReadonlyMap<string, number>> {
    if (!file.endsWith('.parquet')) return new Map();
    this.#connection ??= DuckDBInstance.create(':memory:').then((instance) => instance.connect());
    const connection = await this.#connection;
    const reader = await connection.runAndReadAll(
      `SELECT split_part(path_in_schema, ', ', 1), sum(total_uncompressed_size)::DOUBLE
       FROM parquet_metadata(${quoteText(file)}) GROUP BY 1`,
    );
    return new Map(reader.getRows().map(([column, size]) => [String(column), Number(size)]));
  }
}

function charge(bytes: number): number {
  return Math.max(MIN_PER_TABLE, Math.ceil(bytes / MIB) * MIB);
}
