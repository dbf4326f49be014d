import { attempt } from '../../values/attempt.ts';
import { isPairName, isPairValue } from '../secrets/name-value.ts';
import { isSecretName } from '../secrets/secret-name.ts';
import {
  BACKSLASH,
  BLANK,
  CARRIAGE_RETURN,
  COLON,
  COMMA,
  LINE_FEED,
  QUOTE,
  TAB,
} from '../text/char-codes.ts';
import { REDACTED } from '../text/scan.ts';

/** Redacts the content of one string, given the name of the member that holds it. */
export type RedactString = (content: string, name: string) => string;

/** Opening brackets; the code of each closing one is two above. */
const OBJECT = 123;
const ARRAY = 91;

/** Whether a text could be a JSON object, array or string, judged by its first and last characters. */
export function mayBeJson(text: string): boolean {
  const first = charAt(text, 0, 1);
  if (first !== OBJECT && first !== ARRAY && first !== QUOTE) return false;
  const last = charAt(text, text.length - 1, -1);
  return last === (first === QUOTE ? QUOTE : first + 2);
}

function charAt(text: string, start: number, step: number): number {
  let at = start;
  while (at >= 0 && at < text.length && isBlank(text.charCodeAt(at))) at += step;
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0;
}

function isBlank(code: number): boolean {
  return (
    code <= BLANK &&
    (code === BLANK || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB)
  );
}

/**
 * Redacts the strings of a JSON text; undefined if the text is not JSON. Only changed strings are rewritten: keys,
 * numbers and white space stay byte for byte. Nesting depth uses no stack.
 */
export function redactJson(text: string, redact: RedactString, name: string): string | undefined {
  return attempt(() => new JsonText(text, redact, name).run(), SyntaxError);
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** A string of the text, and the member name that applies to it. */
interface JsonString {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly content: string;
}

/** A range of the text and its replacement. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The name and values of a pair such as `{"name":"password","value":"…"}`, in either order. */
interface Pair {
  name: string | undefined;
  /** Where the pair's values begin and end. */
  values: (readonly [start: number, end: number])[] | undefined;
  /** The pair whose value is this object, as in `{"key":"password","value":{"stringValue":"…"}}`. */
  readonly outer: Pair | undefined;
}

/** An open object or array, or the whole text. */
interface Structure {
  readonly bracket: number;
  /** The member name that applies to its strings. */
  name: string;
  /** The pair of the innermost object. */
  readonly pair: Pair | undefined;
  readonly outer: Structure | undefined;
}

class JsonText {
  readonly #text: string;
  readonly #redact: RedactString;
  #innermost: Structure;
  readonly #strings: JsonString[] = [];
  readonly #hidden: Edit[] = [];
  #at = 0;

  constructor(text: string, redact: RedactString, name: string) {
    this.#text = text;
    this.#redact = redact;
    this.#innermost = { bracket: 0, name, pair: undefined, outer: undefined };
  }

  run(): string {
    this.#value();
    while (this.#innermost.outer) this.#afterValue();
    if (this.#nextChar() !== 0) throw new SyntaxError('Text behind the value');
    return this.#written(this.#edits());
  }

  /**
   * Strings are redacted when the whole text is known to be JSON. If they were before, a text in a text that ends in an
   * error would be redacted once for each level of nesting.
   */
  #edits(): readonly Edit[] {
    const edits: Edit[] = [];
    for (const { start, end, name, content } of this.#strings) {
      const redacted = this.#redact(content, name);
      if (redacted !== content) edits.push({ start, end, text: encode(redacted) });
    }
    if (this.#hidden.length === 0) return edits;
    return [...edits, ...this.#hidden].sort((a, b) => a.start - b.start);
  }

  /** The text with its edits applied; of two edits at one place the later wins. */
  #written(edits: readonly Edit[]): string {
    let output = '';
    let copied = 0;
    for (const [index, { start, end, text }] of edits.entries()) {
      if (edits[index + 1]?.start === start) continue;
      output += this.#text.slice(copied, start) + text;
      copied = end;
    }
    return output + this.#text.slice(copied);
  }

  #nextChar(): number {
    const text = this.#text;
    let code = text.charCodeAt(this.#at);
    while (isBlank(code)) {
      this.#at += 1;
      code = text.charCodeAt(this.#at);
    }
    return this.#at < text.length ? code : 0;
  }

  /** Reads one scalar, or opening brackets up to the first scalar or empty structure. */
  #value(): void {
    let char = this.#nextChar();
    while (char === OBJECT || char === ARRAY) {
      this.#open(char);
      if (this.#nextChar() === char + 2) {
        this.#close();
        return;
      }
      if (char === OBJECT) this.#key();
      char = this.#nextChar();
    }
    if (char === QUOTE) this.#string(this.#innermost.name);
    else this.#scalar();
  }

  #afterValue(): void {
    const { bracket } = this.#innermost;
    if (this.#nextChar() === bracket + 2) {
      this.#close();
      return;
    }
    this.#expect(COMMA);
    if (bracket === OBJECT) this.#key();
    this.#value();
  }

  /** Opens a bracket; an array's elements inherit the name of the member that holds it. */
  #open(bracket: number): void {
    this.#at += 1;
    const outer = this.#innermost;
    const { name, pair } = outer;
    this.#innermost =
      bracket === ARRAY
        ? { bracket, name, pair, outer }
        : { bracket, name: '', pair: newPair(isPairValue(name) ? pair : undefined), outer };
  }

  #close(): void {
    this.#at += 1;
    const { bracket, pair, outer } = this.#innermost;
    if (outer) this.#innermost = outer;
    if (bracket === OBJECT && pair) this.#hideValues(pair);
  }

  #key(): void {
    if (this.#nextChar() !== QUOTE) throw new SyntaxError('No key');
    const start = this.#at;
    const isEscaped = this.#skipString();
    const raw = this.#text.slice(start + 1, this.#at - 1);
    this.#innermost.name = isEscaped ? decode(raw) : raw;
    this.#expect(COLON);
  }

  #expect(char: number): void {
    if (this.#nextChar() !== char) throw new SyntaxError('Another sign');
    this.#at += 1;
  }

  #scalar(): void {
    SCALAR.lastIndex = this.#at;
    if (!SCALAR.test(this.#text)) throw new SyntaxError('No value');
    this.#at = SCALAR.lastIndex;
  }

  #string(name: string): void {
    const start = this.#at + 1;
    const isEscaped = this.#skipString();
    const end = this.#at - 1;
    const raw = this.#text.slice(start, end);
    const content = isEscaped ? decode(raw) : raw;
    this.#strings.push({ start, end, name, content });
    const { pair } = this.#innermost;
    if (!pair) return;
    if (isPairName(name)) pair.name ??= content;
    if (content === '' || !isPairValue(name)) return;
    addValue(pair, start, end);
    if (pair.outer) addValue(pair.outer, start, end);
  }

  /** Hides the values of a pair that names a secret, also when the name came last. */
  #hideValues({ name, values }: Pair): void {
    if (!values || name === undefined || !isSecretName(name)) return;
    for (const [start, end] of values) this.#hidden.push({ start, end, text: REDACTED });
  }

  /** Skips the string that starts here; returns whether it contains escapes. */
  #skipString(): boolean {
    const text = this.#text;
    let isEscaped = false;
    for (let at = this.#at + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return isEscaped;
      }
      if (code < 32) break;
      if (code === BACKSLASH) {
        isEscaped = true;
        at += 1;
      }
    }
    throw new SyntaxError('No end of a string');
  }
}

function addValue(pair: Pair, start: number, end: number): void {
  pair.values ??= [];
  pair.values.push([start, end]);
}

function newPair(outer: Pair | undefined): Pair {
  return { name: undefined, values: undefined, outer };
}

function decode(raw: string): string {
  return JSON.parse(`"${raw}"`) as string;
}

function encode(content: string): string {
  return JSON.stringify(content).slice(1, -1);
}
