import { DuckDBInstance } from '@duckdb/node-api';
import { withConnection } from '../with-connection.ts';

/**
 * Settings that return memory to the system as soon as it is free: by default DuckDB's allocator keeps 128 MB for
 * itself. The most that a writer of a hundred columns held went from 230 to 50 MB.
 */
export const LOW_MEMORY_SETTINGS = [
  "SET GLOBAL allocator_flush_threshold = '1MB'",
  "SET GLOBAL allocator_bulk_deallocation_flush_threshold = '1MB'",
  'SET GLOBAL allocator_background_threads = true',
] as const;

/**
 * A DuckDB instance on one thread that uses little memory for rows of ordinary size, and at most 1 GB: Parquet is read
 * by pages of up to 100 MB, and 2048 rows at a time. Not locked down: only for SQL written by this project.
 */
export async function openSmallInstance(temporaryDirectory: string): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '1GB',
    threads: '1',
    temp_directory: temporaryDirectory,
  });
  await withConnection(instance, async (connection) => {
    for (const setting of ["SET GLOBAL TimeZone = 'UTC'", ...LOW_MEMORY_SETTINGS]) {
      await connection.run(setting);
    }
  });
  return instance;
}
