const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
/** What may follow the closing quote of a field. */
const AFTER_FIELD: ReadonlySet<number | undefined> = new Set([COMMA, NEWLINE, 0x0d]);

/** The ends of records in a chunk. */
export interface Scanned {
  /** Index after the last end of a record; 0 if none ends in the chunk. */
  readonly end: number;
  /** Newlines before that index, and after it. */
  readonly lines: number;
  readonly rest: number;
}

/** Finds the ends of records in bytes that come in chunks. */
export interface RecordScanner {
  scan(chunk: Uint8Array, onEnd?: (end: number) => void): Scanned;
  /** Goes on as at the start of a record. */
  reset(): void;
}

/** Records are lines. */
export class LineScanner implements RecordScanner {
  scan(chunk: Uint8Array, onEnd?: (end: number) => void): Scanned {
    let end = 0;
    let lines = 0;
    for (let i = chunk.indexOf(NEWLINE); i >= 0; i = chunk.indexOf(NEWLINE, end)) {
      end = i + 1;
      lines += 1;
      onEnd?.(end);
    }
    return { end, lines, rest: 0 };
  }

  reset(): void {
    // There is no state between chunks.
  }
}

/**
 * Records are CSV: a newline between quotes is part of a field. As in the parser, a quote opens a field only at its
 * beginning, so that a stray one does not join records.
 */
export class CsvScanner implements RecordScanner {
  #isQuoted = false;
  /** The byte before was a quote in a quoted field: its end, or the first half of an escaped quote. */
  #isAfterQuote = false;
  #isFieldStart = true;
  #hasTextBehindQuote = false;

  /** Whether a field has gone on behind its closing quote. */
  get hasTextBehindQuote(): boolean {
    return this.#hasTextBehindQuote;
  }

  scan(chunk: Uint8Array, onEnd?: (end: number) => void): Scanned {
    let end = 0;
    let lines = 0;
    let rest = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i];
      const isEnd = this.#step(byte);
      if (byte === NEWLINE) rest += 1;
      if (!isEnd) continue;
      end = i + 1;
      lines += rest;
      rest = 0;
      onEnd?.(end);
    }
    return { end, lines, rest };
  }

  reset(): void {
    this.#isQuoted = false;
    this.#isAfterQuote = false;
    this.#isFieldStart = true;
    this.#hasTextBehindQuote = false;
  }

  /** Whether a record ends with the byte. */
  #step(byte: number | undefined): boolean {
    if (this.#isQuoted) {
      if (byte === QUOTE) {
        this.#isQuoted = false;
        this.#isAfterQuote = true;
      }
      return false;
    }
    if (byte === QUOTE && (this.#isAfterQuote || this.#isFieldStart)) {
      this.#isQuoted = true;
      this.#isAfterQuote = false;
      this.#isFieldStart = false;
      return false;
    }
    if (this.#isAfterQuote && !AFTER_FIELD.has(byte)) this.#hasTextBehindQuote = true;
    this.#isAfterQuote = false;
    this.#isFieldStart = byte === COMMA || byte === NEWLINE;
    return byte === NEWLINE;
  }
}
