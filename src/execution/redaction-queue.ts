import type { QueryPurpose, SlotUsage } from '../engines/engine.ts';
import { QuerySlots } from '../engines/query-slots.ts';
import { MAX_REDACTION_THREADS } from '../redaction/rows/redaction-threads.ts';

/** Long rows of one key that are redacted at the same time. */
const MAX_RUNNING_PER_KEY = 2;
/** Waiting rows of all keys; half of them may be of one key. A request has one at a time. */
const MAX_WAITING = 64;
/** Longer rows take up to a quarter of a second. */
const MAX_SHORTER_LETTERS = 250_000;

/**
 * The turns in which long rows are redacted on threads, shared fairly among keys.
 *
 * Rows of more than 250 000 letters have the place that callers' SQL has at the engine: of all keys together they never
 * use the last thread, and shorter rows of the same key go first.
 */
export class RedactionQueue {
  readonly #slots = new QuerySlots({ running: MAX_REDACTION_THREADS, waiting: MAX_WAITING });

  /** Redacts a row of a number of letters when a thread is free for it; rejects as `QuerySlots.use` does. */
  use<Made>(
    purpose: QueryPurpose,
    signal: AbortSignal,
    letters: number,
    redact: () => Promise<Made>,
  ): Promise<Made> {
    const isCallersSql = letters > MAX_SHORTER_LETTERS;
    const query = { purpose, isCallersSql, bounds: { maxRunning: MAX_RUNNING_PER_KEY } };
    return this.#slots.use(query, signal, redact);
  }

  get usage(): SlotUsage {
    return this.#slots.usage;
  }
}
