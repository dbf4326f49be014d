import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { interruptWhenAborted } from './interrupt.ts';

/** A shorter run leaves at most about 100 MB, in milliseconds. */
const SHORT_RUN_MS = 100;

/**
 * Returns a function that frees the rows a run left in its plan; call it when the run has ended.
 *
 * Rows of CTEs belong to the plan and are freed with it, on the main thread, which takes half a second for 1 GB. A new
 * run frees them first, on a pool thread, so the statement is started again and interrupted at once.
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
      // Interrupted, as intended.
    } finally {
      endInterrupts();
    }
  };
}
