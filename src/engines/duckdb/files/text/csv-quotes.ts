const QUOTE = 0x22;
const SPACE = 0x20;
/** What a quoted field follows: a comma or a line end. */
const BEFORE_FIELD = new Set([0x2c, 0x0a, 0x0d]);

/**
 * Finds a quote in CSV that is not closed: DuckDB drops the rest of such a file without an error where it reads files in
 * one piece, and reads lines in quotes as records where it reads them in several.
 */
export class CsvQuotes {
  #position = 0;
  #open: number | undefined;
  /** Whether the last byte was a quote inside of quotes, which closes them or is the first of two. */
  #mayClose = false;
  /** The last byte that is no space; a file begins as a line does. */
  #before = 0x0a;

  /** The position of the quote that is open, in bytes; undefined if there is none. */
  get open(): number | undefined {
    return this.#mayClose ? undefined : this.#open;
  }

  /** Reads the next bytes. */
  read(bytes: Buffer): void {
    let from = 0;
    for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, from)) {
      if (at > from) this.#passText(bytes, from, at);
      this.#passQuote(this.#position + at);
      from = at + 1;
    }
    if (from < bytes.length) this.#passText(bytes, from, bytes.length);
    this.#position += bytes.length;
  }

  #passQuote(position: number): void {
    if (this.#mayClose) {
      // The second of two is text.
      this.#mayClose = false;
    } else if (this.#open !== undefined) {
      this.#mayClose = true;
    } else if (BEFORE_FIELD.has(this.#before)) {
      this.#open = position;
    }
    this.#before = QUOTE;
  }

  #passText(bytes: Buffer, from: number, to: number): void {
    if (this.#mayClose) {
      this.#mayClose = false;
      this.#open = undefined;
    }
    let last = to - 1;
    while (last >= from && bytes[last] === SPACE) last -= 1;
    if (last >= from) this.#before = bytes[last] ?? QUOTE;
  }
}
