import type { OutputColumn, Row, Value } from '#googlesql';
import { mapYielding } from '../async/yield-to-event-loop.ts';
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
   * and redacts rows of more than 8 000 letters on other threads.
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
  /** Starts the redaction of one long row when a thread is free for it; `letters` is the length of its texts. */
  inTurn(letters: number, redact: () => Promise<Row>): Promise<Row>;
}

/**
 * Longer rows are redacted on other threads: addresses behind names of products take up to a microsecond a letter, and
 * no work should hold the event loop for more than 20 ms.
 */
const MAX_LETTERS = 8_000;
/** Every text costs as much as some letters. */
const LETTERS_PER_TEXT = 8;

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
      const long: (readonly [index: number, row: Row, letters: number])[] = [];
      const redacted = await mapYielding(rows, (row, index) => {
        signal.throwIfAborted();
        const letters = lettersOf(row);
        if (letters <= MAX_LETTERS) return redact(row);
        long.push([index, row, letters]);
        return [];
      });
      // Without another round of the event loop in between, so that the place which one row leaves in the queue is free
      // for the next: a redaction that was admitted is not refused halfway.
      for (const [index, row, letters] of long) {
        const work = () => threads.redact({ profile, columns, row }, signal);
        redacted[index] = await inTurn(letters, work);
      }
      return redacted;
    },
  };
}

function lettersOf(value: Value): number {
  if (typeof value === 'string') return value.length + LETTERS_PER_TEXT;
  if (!Array.isArray(value)) return 1;
  let letters = 0;
  for (const member of value as readonly Value[]) letters += lettersOf(member);
  return letters;
}
