import { isIn, SPACE } from '../text/character-classes.ts';
import type { Span } from '../text/detector.ts';

/** How a name and its value are written. */
export interface Assignment {
  /** Whether the name is quoted, in which case a number may follow as in JSON. */
  readonly isQuoted: boolean;
  /** Whether the separator is percent-encoded, and so also the character that ends the value. */
  readonly isEncoded: boolean;
  /** A cookie's value continues after `; `; a value of `Authorization` starts with the name of a scheme. */
  readonly kind: 'cookie' | 'authorization' | 'other';
}

const QUOTE = /(\\*)(["'`])/y;

/** The secret that starts at `at`, after a name and its separator; undefined if there is none. */
export function secretValueAt(text: string, at: number, assignment: Assignment): Span | undefined {
  QUOTE.lastIndex = at;
  const quote = QUOTE.exec(text);
  if (quote) return quotedValue(text, at + quote[0].length, quote[1]?.length ?? 0, quote[2] ?? '');
  if (/[([{]/.test(text.charAt(at))) return undefined;
  const start = startOfBare(text, at, assignment);
  const end = endOfBare(text, start, assignment);
  return end === start || isNoSecret(text, start, end, assignment.isQuoted)
    ? undefined
    : { start, end };
}

/**
 * A quoted value up to a quote with at most the opening quote's escaping; the rest of the line if the text was
 * truncated. Each level of escaping doubles the backslashes; a quote inside the value has twice as many plus one.
 */
function quotedValue(text: string, start: number, depth: number, quote: string): Span | undefined {
  let at = start;
  let backslashes = 0;
  for (; at < text.length && text[at] !== '\n'; at += 1) {
    const char = text[at];
    if (char === quote && (backslashes < depth || backslashes % (2 * depth + 2) === depth)) break;
    backslashes = char === '\\' ? backslashes + 1 : 0;
  }
  const end = text[at] === quote ? at - Math.min(backslashes, depth) : at;
  return end > start ? { start, end } : undefined;
}

const SCHEME =
  /(?:bearer|basic|token|api-?key|negotiate|ssws|geniekey|bot|splunk|flyv1|sso-key|(?:klaviyo|deepl)-(?:api|auth)-key)(?: +|\+|%20)(?=[^\s,])/iy;

function startOfBare(text: string, at: number, { isEncoded, kind }: Assignment): number {
  if (isEncoded) return at + (/^%(?:25)*2[27]/.exec(text.slice(at, at + 8))?.[0].length ?? 0);
  SCHEME.lastIndex = at;
  return kind === 'authorization' && SCHEME.test(text) ? SCHEME.lastIndex : at;
}

function codes(chars: string): ReadonlySet<number> {
  return new Set(Array.from(chars, (char) => char.charCodeAt(0)));
}

const ENDS = codes('"\'`<>\\&;,)]}|');
/** Cookies may contain JSON, and credentials with parameters may contain lists. */
const ENDS_OF_HEADER = codes('"<>\\');
const ENDS_OF_LINE = codes('\n\r');

/** Schemes with a list of parameters, which extends to the end of the line. */
const LISTED = /(?:digest|aws4-hmac-sha256|hawk|signature|oauth)\s/iy;

function endOfBare(text: string, start: number, { isEncoded, kind }: Assignment): number {
  LISTED.lastIndex = start;
  if (kind === 'authorization' && LISTED.test(text)) return endAt(text, start, ENDS_OF_LINE);
  if (kind === 'cookie') return endOfCookies(text, start);
  return isEncoded ? endOfEncoded(text, start) : endAt(text, start, ENDS, SPACE);
}

function endAt(text: string, start: number, ends: ReadonlySet<number>, classes = 0): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isIn(code, classes) || ends.has(code)) break;
    at += 1;
  }
  return at;
}

/** The end of the cookies: the first blank that is not between two of them. */
function endOfCookies(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = endAt(text, at, ENDS_OF_HEADER, SPACE);
    const isBetween = text[at] === ' ' && text[at - 1] === ';' && /[\w-]/.test(text.charAt(at + 1));
    if (!isBetween) return at;
    at += 1;
  }
}

const ENCODED_END = /%(?:25)*(?:0[9AD]|2[0267BC]|3[BCE]|7[BCD]|5D)/iy;

function endOfEncoded(text: string, start: number): number {
  const limit = endAt(text, start, ENDS, SPACE);
  for (let at = text.indexOf('%', start); at >= 0 && at < limit; at = text.indexOf('%', at + 1)) {
    ENCODED_END.lastIndex = at;
    if (ENCODED_END.test(text)) return at;
  }
  return limit;
}

const NO_VALUE = /^(?:null|true|false|undefined|none|nil|\$\d{1,3}|\?|-)$/i;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const MAX_NUMBER_LENGTH = 400;

function isNoSecret(text: string, start: number, end: number, isQuoted: boolean): boolean {
  if (end - start > MAX_NUMBER_LENGTH) return false;
  const value = text.slice(start, end);
  return NO_VALUE.test(value) || (isQuoted && NUMBER.test(value));
}
