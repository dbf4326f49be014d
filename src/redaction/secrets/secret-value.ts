import {
  APOSTROPHE,
  BACKSLASH,
  BACKTICK,
  BLANK,
  HYPHEN,
  QUOTE,
  SEMICOLON,
} from '../text/char-codes.ts';
import { BASE64URL, DIGIT, isIn } from '../text/character-classes.ts';
import type { Span } from '../text/detector.ts';
import { Pattern } from '../text/pattern.ts';
import type { Scan } from '../text/scan.ts';

/** How a name and its value are written. */
export interface Assignment {
  /** Whether the name is quoted, in which case a number may follow as in JSON. */
  readonly isQuoted: boolean;
  /** Whether the separator is percent-encoded, and so also the character that ends the value. */
  readonly isEncoded: boolean;
  /** A cookie's value continues after `; `; a value of `Authorization` starts with the name of a scheme. */
  readonly kind: 'cookie' | 'authorization' | 'other';
}

/** Quotes, and what can end a value in them. */
const CLOSING: ReadonlyMap<number, Pattern> = new Map([
  [QUOTE, new Pattern(/["\n]/)],
  [APOSTROPHE, new Pattern(/['\n]/)],
  [BACKTICK, new Pattern(/[`\n]/)],
]);
const LINE_END = new Pattern(/\n/);

/** The maximum number of backslashes before a quote; a value behind more of them is the rest of the line. */
const MAX_BACKSLASHES = 31;

/** The secret that starts at `at`, after a name and its separator; undefined if there is none. */
export function secretValueAt(scan: Scan, at: number, assignment: Assignment): Span | undefined {
  let quote = at;
  while (scan.code(quote) === BACKSLASH) quote += 1;
  const closing = CLOSING.get(scan.code(quote));
  if (closing) return quotedValue(scan, quote + 1, quote - at, closing);
  if (/[([{]/.test(scan.slice(at, at + 1))) return undefined;
  const start = startOfBare(scan, at, assignment);
  const end = endOfBare(scan, start, assignment);
  return end === start || isNoSecret(scan, start, end, assignment.isQuoted)
    ? undefined
    : { start, end };
}

/**
 * A quoted value up to a quote with at most the opening quote's escaping; the rest of the line if the text was
 * truncated. Each level of escaping doubles the backslashes; a quote inside the value has twice as many plus one.
 */
function quotedValue(scan: Scan, start: number, depth: number, closing: Pattern): Span | undefined {
  let at = scan.find(depth > MAX_BACKSLASHES ? LINE_END : closing, start);
  let backslashes = backslashesBefore(scan, at, start);
  while (CLOSING.has(scan.code(at)) && !isClosing(backslashes, depth)) {
    at = scan.find(closing, at + 1);
    backslashes = backslashesBefore(scan, at, start);
  }
  const end = CLOSING.has(scan.code(at)) ? at - Math.min(backslashes, depth) : at;
  return end > start ? { start, end } : undefined;
}

function isClosing(backslashes: number, depth: number): boolean {
  return backslashes < depth || backslashes % (2 * depth + 2) === depth;
}

function backslashesBefore(scan: Scan, end: number, floor: number): number {
  let at = end;
  while (at > floor && scan.code(at - 1) === BACKSLASH) at -= 1;
  return end - at;
}

const SCHEME = new Pattern(
  /(?:bearer|basic|token|api-?key|negotiate|ssws|geniekey|bot|splunk|flyv1|sso-key|(?:klaviyo|deepl)-(?:api|auth)-key)(?: {1,16}|\+|%20)(?=[^\s,])/i,
);

function startOfBare(scan: Scan, at: number, { isEncoded, kind }: Assignment): number {
  if (isEncoded) return at + (/^%(?:25)*2[27]/.exec(scan.slice(at, at + 8))?.[0].length ?? 0);
  return kind === 'authorization' ? Math.max(at, scan.match(SCHEME, at)) : at;
}

const VALUE_END = new Pattern(/[\t-\r "'`<>\\&;,)\]}|]/);
/** Cookies may contain JSON, and credentials with parameters may contain lists. */
const HEADER_END = new Pattern(/[\t-\r "<>\\]/);
const HEADER_LINE_END = new Pattern(/[\n\r]/);
const ENCODED_END = new Pattern(/%(?:25){0,3}(?:0[9AD]|2[0267BC]|3[BCE]|7[BCD]|5D)/i);

/** Schemes with a list of parameters, which extends to the end of the line. */
const LISTED = new Pattern(/(?:digest|aws4-hmac-sha256|hawk|signature|oauth)\s/i);

function endOfBare(scan: Scan, start: number, { isEncoded, kind }: Assignment): number {
  if (kind === 'cookie') return endOfCookies(scan, start);
  if (kind === 'authorization' && scan.match(LISTED, start) >= 0)
    return scan.find(HEADER_LINE_END, start);
  const end = scan.find(VALUE_END, start);
  return isEncoded ? Math.min(end, scan.find(ENCODED_END, start)) : end;
}

/** The end of the cookies: the first blank that is not between two of them. */
function endOfCookies(scan: Scan, start: number): number {
  let at = scan.find(HEADER_END, start);
  while (isBetweenCookies(scan, at)) at = scan.find(HEADER_END, at + 1);
  return at;
}

function isBetweenCookies(scan: Scan, at: number): boolean {
  return (
    scan.code(at) === BLANK && scan.code(at - 1) === SEMICOLON && isIn(scan.code(at + 1), BASE64URL)
  );
}

const NO_VALUE = /^(?:null|true|false|undefined|none|nil|\$\d{1,3}|\?|-)$/i;
const MAX_NO_VALUE_LENGTH = 9;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const MAX_NUMBER_LENGTH = 400;

function isNoSecret(scan: Scan, start: number, end: number, isQuoted: boolean): boolean {
  const length = end - start;
  if (length <= MAX_NO_VALUE_LENGTH && NO_VALUE.test(scan.slice(start, end))) return true;
  const first = scan.code(start);
  const mayBeNumber = isQuoted && (first === HYPHEN || isIn(first, DIGIT));
  return mayBeNumber && length <= MAX_NUMBER_LENGTH && NUMBER.test(scan.slice(start, end));
}
