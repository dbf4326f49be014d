import { beginsWord } from '../text/boundary.ts';
import { DOT } from '../text/char-codes.ts';
import { BASE64URL, isIn, skip } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';
import { KEY_FORMATS, type KeyBody, type KeyFormat } from './key-formats.ts';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Keys with a published prefix: `ghp_…`, `glpat-…`, `SG.…`. */
export const prefixedKey: Detector = {
  name: 'prefixed-key',
  confidence: 'certain',
  triggers: Array.from('_-.~', (char) => ({
    char,
    next: LETTERS_AND_DIGITS,
    before: KEY_FORMATS.filter(({ prefix }) => prefix.endsWith(char))
      .map(({ prefix }) => prefix.at(-2))
      .join(''),
  })),
  find: findPrefixedKey,
};

/** Formats by the two characters before their separator, so that most separators cost one array load. */
const GROUP_OF = new Uint8Array(128 * 128);
const GROUPS: KeyFormat[][] = [[]];

for (const format of KEY_FORMATS) {
  const { prefix } = format;
  const place = placeOf(prefix.charCodeAt(prefix.length - 2), prefix.charCodeAt(prefix.length - 3));
  const group = GROUP_OF[place] || GROUPS.push([]) - 1;
  GROUP_OF[place] = group;
  GROUPS[group]?.push(format);
}

function placeOf(last: number, beforeLast: number): number {
  return last * 128 + (beforeLast < 128 ? beforeLast : 0);
}

function findPrefixedKey(scan: Scan, at: number): readonly Span[] {
  const last = scan.code(at - 1);
  const group = last < 128 ? GROUP_OF[placeOf(last, scan.code(at - 2))] : 0;
  return group ? findOf(GROUPS[group] ?? [], scan, at) : NONE;
}

function findOf(candidates: readonly KeyFormat[], scan: Scan, at: number): readonly Span[] {
  for (const format of candidates) {
    const start = at + 1 - format.prefix.length;
    if (start < scan.end || !scan.text.startsWith(format.prefix, start)) continue;
    if (!beginsWord(scan, start)) continue;
    const end = endOfBody(scan.text, at + 1, format);
    if (end >= 0) return span(start, end);
  }
  return NONE;
}

const BODIES: Readonly<Record<KeyBody, RegExp>> = {
  text: /[\w-]*/y,
  base64: /[\w+/=-]*/y,
  exact: /[0-9A-Za-z]*/y,
  hex: /[0-9a-f]*/y,
};

/** The end of a key's body; -1 if it is too short or a phrase such as `sk-learn-something-else`. */
function endOfBody(text: string, start: number, { body, length }: KeyFormat): number {
  // Tested before reading the body: in a row of prefixes each would read the rest of the text.
  if (!/[0-9A-Z]/.test(text.slice(start, start + SAMPLE))) return -1;
  const pattern = BODIES[body];
  pattern.lastIndex = start;
  pattern.test(text);
  const end = pattern.lastIndex;
  if (body === 'hex' || body === 'exact') return endOfExactBody(text, start, end, length);
  if (end - start < length) return -1;
  return body === 'text' ? endOfParts(text, end) : end;
}

const SAMPLE = 40;

function endOfExactBody(text: string, start: number, end: number, length: number): number {
  const isWhole = end - start === length && !isIn(text.charCodeAt(end), BASE64URL);
  return isWhole && /\d/.test(text.slice(start, end)) ? end : -1;
}

/** The end of a body whose parts are joined by dots. */
function endOfParts(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === DOT && isIn(text.charCodeAt(end + 1), BASE64URL)) {
    end = skip(text, end + 1, BASE64URL);
  }
  return end;
}
