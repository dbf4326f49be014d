import { Piscina } from 'piscina';
import { mapYielding } from '../async/yield-to-event-loop.ts';
import { type OutputColumn, type Row, valueBytes } from '../googlesql/index.ts';
import type { RedactionProfile } from './detectors.ts';
import { membersRedaction } from './rows/column-redaction.ts';
import type { LongRow, redactLongRow } from './rows/long-row.ts';
import { StringRedaction } from './rows/string-redaction.ts';
import { hideCutValues } from './text/cut-value.ts';

/** Hides addresses, credentials and other personal data. Idempotent: a second pass over its output changes nothing. */
export interface Redactor {
  /** Replaces personal data in a text with `REDACTED`; JSON stays JSON with the same keys and numbers. */
  text(text: string): string;
  /** Redacts an error message, in which values may be truncated. */
  message(text: string): string;
  /** Redacts every string in the rows, at any depth; numbers, types and shapes stay the same. */
  rows(rows: readonly Row[], columns: readonly OutputColumn[]): Promise<readonly Row[]>;
}

/**
 * Larger rows are redacted on another thread: dense addresses take 100 ns per byte, which would block the event loop.
 */
const LONG_ROW_BYTES = 64_000;

const IDLE_MS = 30_000;

/** Creates a redactor for a profile; it can be shared. */
export function createRedactor(profile: RedactionProfile): Redactor {
  const strings = new StringRedaction(profile);
  const thread = new RedactionThread();
  return {
    text: (text) => strings.redact(text, ''),
    message: (text) => strings.redact(hideCutValues(text), ''),
    rows: async (rows, columns) => {
      const redact = membersRedaction(columns, strings);
      if (!redact) return rows;
      return mapYielding(rows, (row) => {
        const isLong = valueBytes(row) > LONG_ROW_BYTES;
        return isLong ? thread.redact({ profile, columns, row }) : redact(row);
      });
    },
  };
}

/** A worker thread for long rows, started for the first one and stopped when idle. */
class RedactionThread {
  #pool: Piscina<LongRow, ReturnType<typeof redactLongRow>> | undefined;

  redact(row: LongRow): Promise<Row> {
    this.#pool ??= new Piscina({
      filename: new URL('./rows/long-row.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
    });
    return this.#pool.run(row, { name: 'redactLongRow' });
  }
}
