import { rmSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteText } from '../../../googlesql/index.ts';
import type { ParquetStore } from './parquet-store.ts';

/** Resource limits of a writer. */
export interface WriterLimits {
  readonly memory: string;
  readonly threads: number;
  /** Folder for data spilled to disk; without it nothing is spilled. */
  readonly temporaryDirectory?: string;
}

/** Identifies a file in the store. */
export interface FilePlace {
  readonly table: string;
  readonly day: string;
  readonly name: string;
}

/**
 * Writes Parquet files into the store with its own DuckDB instance.
 *
 * That instance is not locked down, so it must only run SQL written by this project.
 */
export class ParquetWriter {
  readonly #store: ParquetStore;
  readonly #instance: DuckDBInstance;

  private constructor(store: ParquetStore, instance: DuckDBInstance) {
    this.#store = store;
    this.#instance = instance;
  }

  static async open(store: ParquetStore, limits: WriterLimits): Promise<ParquetWriter> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: limits.memory,
      threads: String(limits.threads),
      temp_directory: limits.temporaryDirectory ?? '',
    });
    const writer = new ParquetWriter(store, instance);
    await writer.use((connection) => connection.run("SET GLOBAL TimeZone = 'UTC'"));
    return writer;
  }

  /** Runs `work` with a connection, closed afterwards. */
  async use<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.#instance.connect();
    try {
      return await work(connection);
    } finally {
      connection.closeSync();
    }
  }

  /** Writes the rows of a query as one file, published when it is complete. */
  async write(place: FilePlace, query: string): Promise<void> {
    const temporary = await this.writeUnpublished(place, query);
    this.#store.publish(temporary, place.table, place.day, place.name);
  }

  /** Writes the rows of a query to a temporary file, to be published later; returns its path. */
  async writeUnpublished({ table, day, name }: FilePlace, query: string): Promise<string> {
    const temporary = this.#store.temporaryPath(table, day, name);
    const options = 'FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 30720';
    try {
      await this.use((connection) =>
        connection.run(`COPY (${query}) TO ${quoteText(temporary)} (${options})`),
      );
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    return temporary;
  }

  close(): void {
    this.#instance.closeSync();
  }
}
