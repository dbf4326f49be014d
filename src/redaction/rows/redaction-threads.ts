import { Piscina } from 'piscina';
import type { Row } from '#googlesql';
import type { LongRow, redactLongRow } from './long-row.ts';

/**
 * One key may use two, so that there is one for others. More would compete with the event loop for the cores of a small
 * machine; each takes some 20 MB.
 */
export const MAX_REDACTION_THREADS = 3;

const IDLE_MS = 30_000;

/** About what a successor takes to start: an abandoned row that is done earlier costs less than another thread. */
const ABANDONED_MS = 200;

/** Worker threads for long rows: started when needed, stopped when idle, ended with the row that nobody waits for. */
export class RedactionThreads {
  #pool: Piscina<LongRow, ReturnType<typeof redactLongRow>> | undefined;

  /**
   * Redacts a row. After `signal` is aborted the thread is ended if it does not finish within 200 ms; settles when the
   * thread is free or has ended.
   */
  async redact(row: LongRow, signal: AbortSignal): Promise<Row> {
    signal.throwIfAborted();
    this.#pool ??= openPool();
    const thread = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const abandon = () => {
      timer = setTimeout(() => thread.abort(signal.reason), ABANDONED_MS);
    };
    signal.addEventListener('abort', abandon, { once: true });
    try {
      return await this.#pool.run(row, { name: 'redactLongRow', signal: thread.signal });
    } finally {
      signal.removeEventListener('abort', abandon);
      clearTimeout(timer);
    }
  }
}

function openPool(): Piscina<LongRow, ReturnType<typeof redactLongRow>> {
  const pool = new Piscina<LongRow, ReturnType<typeof redactLongRow>>({
    filename: new URL('./long-row.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: MAX_REDACTION_THREADS,
    idleTimeout: IDLE_MS,
  });
  // Without a listener, an idle thread that fails would end the process; the next row starts another thread.
  pool.on('error', () => {});
  return pool;
}
