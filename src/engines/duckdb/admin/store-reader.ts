import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { ParquetStore } from '../store/parquet-store.ts';
import { withConnection } from '../with-connection.ts';

/** DuckDB and a store that is only read. Not locked down: only for SQL written by this project. */
export interface StoreReader {
  readonly store: ParquetStore;
  /** For what is made of the rows; deleted with the reader. */
  readonly folder: string;
  /** Runs `work` with a connection, closed afterwards. */
  use<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result>;
}

const LIMITS = { memory_limit: '512MB', threads: '2' };

/** Runs `work` with a reader whose folder is below `parent`: nothing is written into the store. */
export async function withReader<Result>(
  store: ParquetStore,
  parent: string,
  work: (reader: StoreReader) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(parent, '.fieldstone-'));
  const options = { ...LIMITS, temp_directory: join(folder, 'spill') };
  const instance = await DuckDBInstance.create(':memory:', options);
  const use: StoreReader['use'] = (task) => withConnection(instance, task);
  try {
    await use((connection) => connection.run("SET GLOBAL TimeZone = 'UTC'"));
    return await work({ store, folder, use });
  } finally {
    instance.closeSync();
    rmSync(folder, { recursive: true, force: true });
  }
}
