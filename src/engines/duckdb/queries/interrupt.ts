import type { DuckDBConnection } from '@duckdb/node-api';

/** An interrupt before DuckDB has started is lost, so it is repeated until the query has ended. */
const INTERRUPT_EVERY_MS = 20;

/** Interrupts a connection's query once the signal is aborted; returns a function that stops watching. */
export function interruptWhenAborted(
  connection: DuckDBConnection,
  signal: AbortSignal,
  everyMs = INTERRUPT_EVERY_MS,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer = setTimeout(interrupt, everyMs);
  };
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  return () => {
    signal.removeEventListener('abort', interrupt);
    clearTimeout(timer);
  };
}
