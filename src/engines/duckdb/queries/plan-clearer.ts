import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { interruptWhenAborted } from './interrupt.ts';

/** What a run cannot fill with more than some 100 MB, in milliseconds. */
const SHORT_RUN_MS = 100;

/**
 * Returns what frees the rows that a run has left in the plan of its statement, to be called when the run has ended.
 *
 * The rows of CTEs belong to the plan and are freed with it, which happens on the thread that serves requests and takes
 * half a second for 1 GB. Another run frees them before it starts, on a thread of the pool, and is stopped at once.
 */
export function planClearer(
  connection: DuckDBConnection,
  prepared: DuckDBPreparedStatement,
  sql: string,
): () => Promise<void> {
  const start = performance.now();
  return async () => {
    if (performance.now() - start < SHORT_RUN_MS || !/\bWITH\b/.test(sql)) return;
    const endInterrupts = interruptWhenAborted(connection, AbortSignal.abort(), 1);
    try {
      await prepared.run();
    } catch {
      // It was stopped, as it should be.
    } finally {
      endInterrupts();
    }
  };
}
