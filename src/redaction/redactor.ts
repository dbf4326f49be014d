import { mapYielding } from '../async/yield-to-event-loop.ts';
import { type OutputColumn, type Row, valueBytes } from '../googlesql/index.ts';
import type { RedactionProfile } from './detectors.ts';
import { membersRedaction } from './rows/column-redaction.ts';
import { RedactionThreads } from './rows/redaction-threads.ts';
import { StringRedaction } from './rows/string-redaction.ts';
import { hideCutValues } from './text/cut-value.ts';

/** Hides addresses, credentials and other personal data. Idempotent: a second pass over its output changes nothing. */
export interface Redactor {
  /** Replaces personal data in a text with `REDACTED`; JSON stays JSON with the same keys and numbers. */
  text(text: string): string;
  /** Redacts an error message, in which values may be truncated. */
  message(text: string): string;
  /**
   * Redacts every string in the rows, at any depth; numbers, types and shapes stay the same. Yields to the event loop,
   * and redacts rows of more than 32 000 letters on other threads.
   *
   * @param run - default: until the end, and long rows at once
   */
  rows(
    rows: readonly Row[],
    columns: readonly OutputColumn[],
    run?: RedactionRun,
  ): Promise<readonly Row[]>;
}

/** When rows are redacted, and how long. */
export interface RedactionRun {
  /** Ends the redaction, which rejects with its reason. */
  readonly signal: AbortSignal;
  /** Starts the redaction of one long row, of an estimated size in bytes, when a thread is free for it. */
  inTurn(bytes: number, redact: () => Promise<Row>): Promise<Row>;
}

/** Larger rows are redacted on other threads: dense addresses take 100 ns per byte, which would block the event loop. */
const LONG_ROW_BYTES = 64_000;

const AT_ONCE: RedactionRun = {
  signal: new AbortController().signal,
  inTurn: (_, redact) => redact(),
};

/** Creates a redactor for a profile; it can be shared. */
export function createRedactor(profile: RedactionProfile): Redactor {
  const strings = new StringRedaction(profile);
  const threads = new RedactionThreads();
  return {
    text: (text) => strings.redact(text, ''),
    message: (text) => strings.redact(hideCutValues(text), ''),
    rows: async (rows, columns, { signal, inTurn } = AT_ONCE) => {
      const redact = membersRedaction(columns, strings);
      if (!redact) return rows;
      return mapYielding(rows, (row) => {
        signal.throwIfAborted();
        const bytes = valueBytes(row);
        if (bytes <= LONG_ROW_BYTES) return redact(row);
        return inTurn(bytes, () => threads.redact({ profile, columns, row }, signal));
      });
    },
  };
}
