import { Piscina } from 'piscina';
import { mapYielding } from '../async/yield-to-event-loop.ts';
import { type OutputColumn, type Row, valueBytes } from '../googlesql/index.ts';
import type { RedactionProfile } from './detectors.ts';
import type { LongRow, redactLongRow } from './rows/long-row.ts';
import { rowRedaction } from './rows/row-redaction.ts';
import { StringRedaction } from './rows/string-redaction.ts';
import { hideCutValues } from './text/cut-value.ts';

/** Hides addresses, credentials and other personal data; a second pass over its answer changes nothing. */
export interface Redactor {
  /** A text with what is personal in it replaced by `REDACTED`; JSON stays JSON with the same keys and numbers. */
  text(text: string): string;
  /** An error's message, where a value may be shown only in part. */
  message(text: string): string;
  /** The rows with every string in them redacted, at any depth; numbers, types and shapes stay as they are. */
  rows(rows: readonly Row[], columns: readonly OutputColumn[]): Promise<readonly Row[]>;
}

/** Text that is nothing but addresses takes 100 ns a byte of memory: a longer row would keep others from their turn. */
const LONG_ROW_BYTES = 64_000;

const IDLE_MS = 30_000;

/** A redactor for one of the profiles; it can be shared. */
export function createRedactor(profile: RedactionProfile): Redactor {
  const strings = new StringRedaction(profile);
  const thread = new RedactionThread();
  return {
    text: (text) => strings.redact(text, ''),
    message: (text) => strings.redact(hideCutValues(text), ''),
    rows: async (rows, columns) => {
      const redact = rowRedaction(columns, strings);
      if (!redact) return rows;
      return mapYielding(rows, (row) => {
        const isLong = valueBytes(row) > LONG_ROW_BYTES;
        return isLong ? thread.redact({ profile, columns, row }) : redact(row);
      });
    },
  };
}

/** A thread for rows that take long; it starts with the first one, and ends when there were none for a while. */
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
