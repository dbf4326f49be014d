import type { QueryPurpose, SlotUsage } from '../engines/engine.ts';
import { QuerySlots } from '../engines/query-slots.ts';
import { MAX_REDACTION_THREADS } from '../redaction/rows/redaction-threads.ts';

/** Long rows of one key that are redacted at the same time. */
const MAX_RUNNING_PER_KEY = 2;
/** Waiting rows of all keys; half of them may be of one key. A request has one at a time. */
const MAX_WAITING = 64;
/** Rows of a million letters take longer than others should wait. */
const VERY_LONG_BYTES = 2_000_000;

/**
 * The turns in which long rows are redacted on threads, shared fairly among keys.
 *
 * Very long rows have the place that callers' SQL has at the engine: of all keys together they never use the last
 * thread, and shorter rows of the same key go first.
 */
export class RedactionQueue {
  readonly #slots = new QuerySlots({ running: MAX_REDACTION_THREADS, waiting: MAX_WAITING });

  /** Redacts a row of an estimated size in bytes when a thread is free for it; rejects as `QuerySlots.use` does. */
  use<Made>(
    purpose: QueryPurpose,
    signal: AbortSignal,
    bytes: number,
    redact: () => Promise<Made>,
  ): Promise<Made> {
    const isCallersSql = bytes > VERY_LONG_BYTES;
    const query = { purpose, isCallersSql, bounds: { maxRunning: MAX_RUNNING_PER_KEY } };
    return this.#slots.use(query, signal, redact);
  }

  get usage(): SlotUsage {
    return this.#slots.usage;
  }
}
