import { beginsWord } from '../../text/boundary.ts';
import { DOT } from '../../text/char-codes.ts';
import { BASE64URL, isIn, LETTERS_AND_DIGITS, skip } from '../../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../../text/detector.ts';
import type { Scan } from '../../text/scan.ts';
import { KEY_FORMATS, type KeyBody, type KeyFormat } from './key-formats.ts';

/** Keys with a published prefix: `ghp_…`, `glpat-…`, `SG.…`. */
export const prefixedKey: Detector = {
  name: 'prefixed-key',
  confidence: 'certain',
  triggers: Array.from(
    Map.groupBy(KEY_FORMATS, ({ prefix }) => prefix.slice(-1)),
    ([char, formats]) => ({
      char,
      next: LETTERS_AND_DIGITS,
      before: formats.map(({ prefix }) => prefix.at(-2)).join(''),
    }),
  ),
  find: findPrefixedKey,
};

/** Formats by the two characters before their separator, so that most separators cost one array load. */
const GROUP_OF = new Uint16Array(128 * 128);
const GROUPS: KeyFormat[][] = [[]];
const ANY = Array.from({ length: 128 }, (_, code) => code);

for (const format of KEY_FORMATS) {
  const { prefix } = format;
  const last = prefix.charCodeAt(prefix.length - 2);
  // Any character may stand before a prefix of two.
  const isShort = prefix.length === 2;
  const beforeLast = isShort ? ANY : [prefix.charCodeAt(prefix.length - 3)];
  for (const code of beforeLast) addTo(placeOf(last, code), format);
}

function addTo(place: number, format: KeyFormat): void {
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
  mixed: /[\w-]*/y,
  hex: /[0-9a-f]*/y,
  uuid: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/iy,
};

type Body = Pick<KeyFormat, 'body' | 'length'>;

/** The end of a key's body; -1 if it is too short or a phrase such as `sk-learn-something-else`. */
function endOfBody(text: string, start: number, { body, length }: Body): number {
  // Tested before reading the body: in a row of prefixes each would read the rest of the text.
  if (!/[0-9A-Z]/.test(text.slice(start, start + SAMPLE))) return -1;
  const pattern = typeof body === 'string' ? BODIES[body] : body;
  pattern.lastIndex = start;
  if (!pattern.test(text)) return -1;
  const end = pattern.lastIndex;
  const isOpen = body === 'text' || body === 'base64';
  if (!isOpen) return isWholeBody(text, start, end, { body, length }) ? end : -1;
  if (end - start < length) return -1;
  return body === 'text' ? endOfParts(text, end) : end;
}

const SAMPLE = 40;

/** Whether a body is as long as specified, and has a digit; identifiers seldom have letters of both cases as well. */
function isWholeBody(text: string, start: number, end: number, { body, length }: Body): boolean {
  if (isIn(text.charCodeAt(end), BASE64URL) || (length > 0 && end - start !== length)) return false;
  const whole = text.slice(start, end);
  return /\d/.test(whole) && (body !== 'mixed' || (/[a-z]/.test(whole) && /[A-Z]/.test(whole)));
}

/** The end of a body whose parts are joined by dots. */
function endOfParts(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === DOT && isIn(text.charCodeAt(end + 1), BASE64URL)) {
    end = skip(text, end + 1, BASE64URL);
  }
  return end;
}
