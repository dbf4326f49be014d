import { DIGIT, isIn, JOINING, LETTER, NAME, skipBack } from '../text/character-classes.ts';
import type { Scan } from '../text/scan.ts';

/** The number of characters examined on each side of a version; very few user agents are longer. */
const CONTEXT_LENGTH = 250;

/**
 * Whether a dotted quad is inside a user agent: the text has another `name/version`, or a product followed by a comment
 * in parentheses.
 */
export function isInUserAgent(scan: Scan, start: number, end: number): boolean {
  const floor = Math.max(scan.end, start - CONTEXT_LENGTH);
  const left = lastPart(scan.slice(floor, start), floor > scan.end);
  // Most user agents start this way, and this test is cheaper than a search for products.
  if (left.startsWith('Mozilla/')) return true;
  const limit = end + CONTEXT_LENGTH;
  const part = left + firstPart(scan.slice(start, limit), limit < scan.length);
  const from = start - left.length;
  if (holdsProduct(part)) {
    scan.dependOn(from + part.length);
    return true;
  }
  if (from > floor || floor !== scan.end) return false;
  const hiddenFloor = Math.max(0, start - CONTEXT_LENGTH);
  const hidden = lastPart(scan.slice(hiddenFloor, from), hiddenFloor > 0);
  if (!holdsProduct(hidden + part)) return false;
  scan.needsAnotherPass = true;
  return true;
}

/** Characters that never occur in a user agent. */
const DELIMITERS = ['"', '\n', '\t'] as const;

/**
 * What follows the last delimiter. A word that the start of a cut text may have divided is left out: it would look like
 * the first product, for other addresses in each pass.
 */
function lastPart(text: string, isCut: boolean): string {
  let start = 0;
  // `includes` is a vectorised search, unlike `lastIndexOf` and a loop over the characters.
  for (const delimiter of DELIMITERS)
    if (text.includes(delimiter)) start = Math.max(start, text.lastIndexOf(delimiter) + 1);
  return start === 0 && isCut ? text.replace(/^[\w.-]+/, '') : text.slice(start);
}

/**
 * What precedes the first delimiter. A word that the end of a cut text may have divided is left out: half of an address
 * would look like the version of a product.
 */
function firstPart(text: string, isCut: boolean): string {
  const length = text.search(/["\n\t]/);
  if (length < 0) return isCut ? text.slice(0, skipBack(text, text.length, JOINING, 0)) : text;
  return text.slice(0, length);
}

/** Whether a text contains a product that identifies a user agent. */
function holdsProduct(encoded: string): boolean {
  const text = encoded.includes('%2F')
    ? encoded.replaceAll('%2F', '/').replaceAll('%20', ' ')
    : encoded;
  let slash = text.indexOf('/');
  for (let looks = 0; slash >= 0 && looks < MAX_CANDIDATES; looks += 1) {
    if (identifiesUserAgent(text, slash)) return true;
    slash = text.indexOf('/', slash + 1);
  }
  return false;
}

/** Bounds the work for a row of addresses separated by slashes, each of which would examine all the others. */
const MAX_CANDIDATES = 12;

function identifiesUserAgent(text: string, slash: number): boolean {
  const name = skipBack(text, slash, NAME, Math.max(0, slash - MAX_NAME_LENGTH));
  const version = slash + (text[slash + 1] === 'v' ? 2 : 1);
  if (!isIn(text.charCodeAt(version), DIGIT) || !isProductName(text, name, slash)) return false;
  return !isQuad(text, version) || isBeforeComment(text, name, endOfVersion(text, version));
}

/** A version, including the name of a build: `1.8.12.3#dev`. */
const VERSION = /[\w.-]*(?:#[\w.-]*)?/y;

function endOfVersion(text: string, start: number): number {
  VERSION.lastIndex = start;
  VERSION.test(text);
  return VERSION.lastIndex;
}

const MAX_NAME_LENGTH = 40;
const PROTOCOLS: ReadonlySet<string> = new Set(
  'http https tls ssl ssh sip rtsp tcp udp ip ipv4 ipv6'.split(' '),
);
const BEFORE_NAME: ReadonlySet<string> = new Set(" \r+;,([=:'");

function isProductName(text: string, start: number, end: number): boolean {
  if (!isIn(text.charCodeAt(start), LETTER)) return false;
  if (start > 0 && !BEFORE_NAME.has(text.charAt(start - 1))) return false;
  return !PROTOCOLS.has(text.slice(start, end).toLowerCase());
}

const QUAD =
  /(?:(?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?:\.|%(?:25)?2E)){3}(?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?![\w.])/iy;

/** Whether a product's version is a dotted quad, which may be an address and so proves nothing. */
function isQuad(text: string, start: number): boolean {
  QUAD.lastIndex = start;
  return QUAD.test(text);
}

/** Text that occurs in user agent comments and not in remarks in messages. */
const COMMENT =
  /[ +]\([^()]{0,80}(?:;|compatible|https?:|windows|linux|android|mac|iphone|ipad|x11|java|khtml|gui)/iy;

/** Whether a comment follows; after the first product of a text, any remark in parentheses is one. */
function isBeforeComment(text: string, name: number, end: number): boolean {
  if (name === 0) return /^[ +]\(/.test(text.slice(end, end + 2));
  COMMENT.lastIndex = end;
  return COMMENT.test(text);
}
