import { SqlError } from '../../sql-error.ts';

const OPENING = /(?:(?:r|b|rb|br)?(?:'''|"""|'|")|`)/iy;
const BODIES: Readonly<Record<string, RegExp>> = {
  "'": /(?:[^'\\\n\r]|\\(?:\r\n|[\s\S]))*/y,
  '"': /(?:[^"\\\n\r]|\\(?:\r\n|[\s\S]))*/y,
  '`': /(?:[^`\\\n\r]|\\(?:\r\n|[\s\S]))*/y,
  "'''": /(?:'{0,2}(?:[^'\\]|\\(?:\r\n|[\s\S])))*/y,
  '"""': /(?:"{0,2}(?:[^"\\]|\\(?:\r\n|[\s\S])))*/y,
};

/**
 * The end of the string, bytes or identifier that starts at `at`, or the error if it is unterminated; undefined if none
 * starts there.
 */
export function quotedEnd(
  text: string,
  at: number,
): { kind: 'string' | 'bytes' | 'name'; end: number } | { error: string } | undefined {
  OPENING.lastIndex = at;
  const [opening] = OPENING.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const quotes = opening.replace(/^[rb]+/i, '');
  const prefix = opening.slice(0, opening.length - quotes.length).toLowerCase();
  const body = BODIES[quotes];
  if (body === undefined) return undefined;
  body.lastIndex = at + opening.length;
  body.test(text);
  const end = body.lastIndex;
  if (text.startsWith(quotes, end)) {
    const kind = quotes === '`' ? 'name' : prefix.includes('b') ? 'bytes' : 'string';
    return { kind, end: end + quotes.length };
  }
  return { error: `Syntax error: Unclosed ${unclosed(quotes, prefix)}` };
}

function unclosed(quotes: string, prefix: string): string {
  if (quotes === '`') return 'identifier literal';
  const triple = quotes.length === 3 ? 'triple-quoted ' : '';
  const raw = prefix.includes('r') ? 'raw ' : '';
  return `${triple}${raw}${prefix.includes('b') ? 'bytes' : 'string'} literal`;
}

/** The value of the string, bytes or quoted identifier at `at`; bytes are returned as latin-1 text. */
export function decodeQuoted(source: string, at: number): string {
  const quotes = /'''|"""|'|"|`/.exec(source);
  if (quotes === null) return source;
  const prefix = source.slice(0, quotes.index).toLowerCase();
  const start = quotes.index + quotes[0].length;
  const body = source.slice(start, source.length - quotes[0].length);
  const isBytes = prefix.includes('b');
  if (body === '' && quotes[0] === '`') {
    throw new SqlError('Syntax error: Invalid empty identifier', at);
  }
  const decoder: Decoder = { body, at: at + start, isBytes, isName: quotes[0] === '`' };
  if (prefix.includes('r')) return raw(decoder);
  if (!body.includes('\\') && !body.includes('\r')) return literal(body, isBytes);
  return unescaped(decoder);
}

interface Decoder {
  readonly body: string;
  /** The offset of the body in the whole text. */
  readonly at: number;
  readonly isBytes: boolean;
  readonly isName: boolean;
}

/** A literal without escapes; line ends become `\n`, and bytes are the UTF-8 of the text. */
function literal(text: string, isBytes: boolean): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  return isBytes ? Buffer.from(lines).toString('latin1') : lines;
}

function raw(decoder: Decoder): string {
  return literal(decoder.body, decoder.isBytes);
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '?': '?',
  "'": "'",
  '"': '"',
  '`': '`',
};

function unescaped(decoder: Decoder): string {
  const { body } = decoder;
  let value = '';
  let at = 0;
  while (at < body.length) {
    const slash = body.indexOf('\\', at);
    const end = slash === -1 ? body.length : slash;
    value += literal(body.slice(at, end), decoder.isBytes);
    if (slash === -1) break;
    const letter = body.charAt(slash + 1);
    const simple = SIMPLE[letter];
    if (simple !== undefined) {
      value += simple;
      at = slash + 2;
    } else {
      const { length, text } = numericEscape(decoder, slash, letter);
      value += text;
      at = slash + length;
    }
  }
  return value;
}

/** A numeric escape: the letters that begin it, how many of them are no digits, and what messages say of it. */
type NumericEscape = readonly [
  letters: string,
  skip: number,
  digits: RegExp,
  size: number,
  radix: number,
  wrong: string,
];

const NUMERIC: readonly NumericEscape[] = [
  ['0123', 1, /^[0-7]{3}/, 3, 8, 'Octal escape must be followed by 3 octal digits'],
  ['xX', 2, /^[0-9a-fA-F]{2}/, 2, 16, 'Hex escape must be followed by 2 hex digits'],
  ['u', 2, /^[0-9a-fA-F]{4}/, 4, 16, '\\u must be followed by 4 hex digits'],
  ['U', 2, /^[0-9a-fA-F]{8}/, 8, 16, '\\U must be followed by 8 hex digits'],
];

function numericEscape(
  decoder: Decoder,
  slash: number,
  letter: string,
): { length: number; text: string } {
  const { body, isBytes } = decoder;
  const refuse = (why: string): never => {
    throw new SqlError(`Syntax error: Illegal escape sequence: ${why}`, decoder.at + slash);
  };
  if (letter === '\n' || letter === '\r') {
    throw new SqlError('Syntax error: Illegal escaped newline', decoder.at + slash);
  }
  const form = NUMERIC.find(([letters]) => letter !== '' && letters.includes(letter));
  if (form === undefined) {
    return refuse(`\\${character(body, slash + 1)}`);
  }
  const isUnicode = letter === 'u' || letter === 'U';
  if (isUnicode && isBytes) {
    refuse(`Unicode escape sequence \\${letter} cannot be used in bytes literals`);
  }
  const [, skip, pattern, size, radix, wrong] = form;
  const length = skip + size;
  const [digits] = pattern.exec(body.slice(slash + skip)) ?? [];
  if (digits === undefined) {
    return refuse(`${wrong} but saw: ${body.slice(slash, slash + length)}`);
  }
  const code = Number.parseInt(digits, radix);
  const written = body.slice(slash, slash + length);
  if (code >= 0xd800 && code <= 0xdfff) refuse(`Unicode value ${written} is invalid`);
  if (code > 0x10ffff) refuse(`Value of ${written} exceeds Unicode limit (0x0010FFFF)`);
  return { length, text: String.fromCodePoint(code) };
}

/** A character as this message shows it: beyond ASCII, its first UTF-8 byte. */
function character(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  if (code < 0x80) return String.fromCodePoint(code);
  const [byte = 0] = Buffer.from(String.fromCodePoint(code));
  return `%${byte.toString(16).toUpperCase()}`;
}
