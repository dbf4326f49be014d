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

/** The offset of a position; that of the end for one beyond it. */
export function offsetAt(text: string, { column, line }: SqlPosition): number {
  for (let offset = 0; offset < text.length; offset += 1) {
    const here = positionAt(text, offset);
    if (here.line > line || (here.line === line && here.column >= column)) return offset;
  }
  return text.length;
}

/**
 * The maximum number of letters of a message: a few excerpts, and all that the reference says of a function's signatures.
 */
const MAX_MESSAGE = 1_000;

/** Whether a message refuses what GoogleSQL takes, so that the call is not NULL where SAFE catches its errors. */
export function isUnsupported(message: string): boolean {
  return /(?: is not supported| is longer than \d+ characters)$/.test(message);
}

/** The view or function whose text contains an error. */
export interface ErrorSource {
  readonly kind: 'view' | 'function';
  readonly name: string;
  /** The text that the error's offset is in; it may define other functions too. */
  readonly text: string;
}

interface SqlErrorOptions extends ErrorOptions {
  readonly source?: ErrorSource | undefined;
}

/** SQL that GoogleSQL refuses; message and position are the reference's. */
export class SqlError extends Error {
  override name = 'SqlError' as const;
  /** The offset into the text, in UTF-16 code units; undefined if the error has no position. */
  readonly offset: number | undefined;
  /** The definition that the error is in; undefined if it is in the statement itself. */
  readonly source: ErrorSource | undefined;

  constructor(message: string, offset?: number, options?: SqlErrorOptions) {
    super(excerpt(message, MAX_MESSAGE), options);
    this.offset = offset;
    this.source = options?.source;
  }

  /**
   * The message with its position, as Google writes it: `Unrecognized name: nosuch [at 3:8]`; one in a view or function
   * says so: `[at 3:8 of view revenue]`.
   */
  describe(text: string): string {
    const { source, offset } = this;
    const place = source ? ` of ${source.kind} ${excerpt(source.name)}` : '';
    if (offset === undefined)
      return source ? `${this.message} [in${place.slice(3)}]` : this.message;
    const { line, column } = positionAt(source?.text ?? text, offset);
    return `${this.message} [at ${line}:${column}${place}]`;
  }
}
