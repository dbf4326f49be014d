import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { withConnection } from '../../engines/duckdb/with-connection.ts';

/** Settings that return memory to the system as soon as it is free: by default DuckDB's allocator keeps 128 MB for itself. */
const SETTINGS = [
  "SET GLOBAL TimeZone = 'UTC'",
  "SET GLOBAL allocator_flush_threshold = '1MB'",
  "SET GLOBAL allocator_bulk_deallocation_flush_threshold = '1MB'",
  'SET GLOBAL allocator_background_threads = true',
];

/** Options of `withDuckDb`. */
export interface DuckDbOptions {
  readonly memory: string;
  /** The folder that DuckDB spills into. */
  readonly folder: string;
  /** Statements that are run first. */
  readonly prelude?: readonly string[];
}

/** Runs `work` with DuckDB on one thread. Not locked down: only for SQL written by this project. */
export async function withDuckDb<Result>(
  { memory, folder, prelude = [] }: DuckDbOptions,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  // One thread writes a file in the memory of one, and in less processor time than two that share it.
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memory,
    threads: '1',
    temp_directory: join(folder, 'spill'),
  });
  try {
    return await withConnection(instance, async (connection) => {
      await connection.run([...SETTINGS, ...prelude].join(';\n'));
      return work(connection);
    });
  } finally {
    instance.closeSync();
  }
}
