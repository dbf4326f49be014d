import { excerpt } from './excerpt.ts';

/**
 * A position in SQL text; both numbers start at 1. Columns count characters, with tabs advancing to the next multiple
 * of 8.
 */
export interface SqlPosition {
  readonly line: number;
  readonly column: number;
}

/** The position of `offset` (UTF-16 code units) in `text`; CR, LF and CRLF each end a line. */
function positionAt(text: string, offset: number): SqlPosition {
  let line = 1;
  let column = 1;
  for (let i = 0; i < offset && i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x0d && text.charCodeAt(i + 1) === 0x0a) continue;
    if (code === 0x0a || code === 0x0d) {
      line += 1;
      column = 1;
    } else if (code === 0x09) {
      column += 8 - ((column - 1) % 8);
    } else if (code < 0xdc00 || code > 0xdfff) {
      column += 1;
    }
  }
  return { line, column };
}

/**
 * The maximum number of letters of a message: a few excerpts, and all that the reference says of a function's signatures.
 */
const MAX_MESSAGE = 1_000;

/** SQL that GoogleSQL refuses; message and position are the reference's. */
export class SqlError extends Error {
  override name = 'SqlError' as const;
  /** The offset into the text, in UTF-16 code units; undefined if the error has no position. */
  readonly offset: number | undefined;

  constructor(message: string, offset?: number, options?: ErrorOptions) {
    super(excerpt(message, MAX_MESSAGE), options);
    this.offset = offset;
  }

  /** The message with its position, as Google writes it: `Unrecognized name: nosuch [at 3:8]`. */
  describe(text: string): string {
    if (this.offset === undefined) return this.message;
    const { line, column } = positionAt(text, this.offset);
    return `${this.message} [at ${line}:${column}]`;
  }
}
