import { excerpt } from '../excerpt.ts';
import { type ProvenType, parseTypeSpelling } from '../inference/proven-type.ts';
import { SqlError } from '../sql-error.ts';
import type { Cursor } from '../syntax/lexer/cursor.ts';
import { decodeQuoted } from '../syntax/lexer/quoted.ts';
import { openText } from '../syntax/parser/parser.ts';
import type { Tag } from './split-tags.ts';

/** A part of a tag with its place. */
export interface Placed<Value> {
  readonly value: Value;
  /** The offset in the SQL, in UTF-16 code units. */
  readonly offset: number;
}

const BLANKS = /\s*/y;
const NAME = /`(?:[^`\\\n]|\\.)*`|[\p{L}\p{M}\p{N}_]+/uy;
/** What stands between a tag and its text. */
const DASH = /\s+-(?=\s|$)/y;

/** Reads a tag from left to right; what it does not expect is an `SqlError` at its place in the SQL. */
export class TagReader {
  readonly #tag: Tag;
  #at = 0;

  constructor(tag: Tag) {
    this.#tag = tag;
  }

  /** The rest of the tag: its lines without their indentation. */
  rest(): Placed<string> {
    const { value, offset } = this.rawRest();
    const lines = value.split('\n').map((line) => line.trim());
    return { value: lines.join('\n'), offset };
  }

  /** The rest of the tag, in which each letter stands where it stands in the SQL. */
  rawRest(): Placed<string> {
    this.#match(BLANKS);
    const { offset } = this;
    const value = this.#rest.trimEnd();
    this.#at = this.#tag.body.length;
    return { value, offset };
  }

  /** The offset in the SQL of what is read next. */
  get offset(): number {
    return this.#tag.bodyAt + this.#at;
  }

  /** `{TYPE}`, if it comes next. */
  type(): Placed<ProvenType> | undefined {
    this.#match(BLANKS);
    if (!this.#rest.startsWith('{')) return undefined;
    const end = this.#tag.body.indexOf('}', this.#at);
    if (end === -1) throw new SqlError('Expected "}" after the type', this.offset);
    this.#at += 1;
    const { offset } = this;
    const value = parseTypeAt(this.#tag.body.slice(this.#at, end), offset);
    this.#at = end + 1;
    return { value, offset };
  }

  /** A name, in backticks where it is no word; `form` is what a message shows in place of a missing one. */
  name(form: string): Placed<string> {
    this.#match(BLANKS);
    const { offset } = this;
    const source = this.#match(NAME);
    if (!source) throw new SqlError(`Expected a name: write "${form}"`, offset);
    return { value: decodeQuoted(source, offset), offset };
  }

  /** What `read` makes of the text behind `mark`, if that comes next. */
  after<Value>(mark: string, read: (cursor: Cursor) => Value): Placed<Value> | undefined {
    if (!this.#rest.trimStart().startsWith(mark)) return undefined;
    this.#match(BLANKS);
    this.#at += mark.length;
    this.#match(BLANKS);
    const { offset } = this;
    // Blanks put all tokens at the offsets that they have in the SQL, whose length is the parser's business.
    const text = ' '.repeat(offset) + this.#rest;
    const cursor = openText(text, { maxBytes: Number.POSITIVE_INFINITY }, offset);
    const value = read(cursor);
    this.#at = cursor.readTo - this.#tag.bodyAt;
    return { value, offset };
  }

  /** Whether a pattern matches what comes next, up to ` - `; if so, that is read. */
  before(pattern: RegExp): boolean {
    const [next = ''] = this.#rest.split(/\s-\s/, 1);
    if (!pattern.test(next)) return false;
    this.#at += next.trimEnd().length;
    return true;
  }

  /** The text behind ` - `, if there is one; `form` is what a message shows before its text. */
  text(form: string): string | undefined {
    if (this.#rest.trim() === '') return undefined;
    if (this.#match(DASH) === undefined) {
      const { value, offset } = this.rest();
      const text = excerpt(value.replace(/^[-=:\s]+/, ''));
      throw new SqlError(`Expected " - " before the text: write "${form} - ${text}"`, offset);
    }
    return this.rest().value || undefined;
  }

  /** The source between two offsets in the SQL. */
  source(from: number, to: number): string {
    const { body, bodyAt } = this.#tag;
    return body.slice(from - bodyAt, to - bodyAt).trim();
  }

  get #rest(): string {
    return this.#tag.body.slice(this.#at);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [match] = pattern.exec(this.#tag.body) ?? [];
    if (match !== undefined) this.#at = pattern.lastIndex;
    return match;
  }
}

/** Parses a type that stands at an offset of the SQL. */
function parseTypeAt(text: string, offset: number): ProvenType {
  try {
    return parseTypeSpelling(text);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    // biome-ignore lint/style/useErrorCause: it looks for the options in the second place
    throw new SqlError(error.message, offset + (error.offset ?? 0), { cause: error });
  }
}
