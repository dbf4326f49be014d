import { beginsWord } from '../../text/boundary.ts';
import { DOT } from '../../text/char-codes.ts';
import { BASE64URL, isIn, LETTERS_AND_DIGITS } from '../../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../../text/detector.ts';
import { Pattern } from '../../text/pattern.ts';
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
  leads: KEY_FORMATS.map(({ prefix }) => prefix),
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
    if (start < scan.end || !scan.startsWith(format.prefix, start)) continue;
    if (!beginsWord(scan, start)) continue;
    const end = endOfBody(scan, at + 1, format);
    if (end >= 0) return span(start, end);
  }
  return NONE;
}

const UUID = new Pattern(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i);
const NO_WORD = new Pattern(/[^\w-]/);

/** The first character that cannot belong to a body. */
const BODY_ENDS: Readonly<Record<Exclude<KeyBody, 'uuid'>, Pattern>> = {
  text: NO_WORD,
  base64: new Pattern(/[^\w+/=-]/),
  exact: new Pattern(/[^0-9A-Za-z]/),
  mixed: NO_WORD,
  hex: new Pattern(/[^0-9a-f]/),
};

type Body = Pick<KeyFormat, 'body' | 'length'>;

/** The end of a key's body; -1 if it is too short or a phrase such as `sk-learn-something-else`. */
function endOfBody(scan: Scan, start: number, { body, length }: Body): number {
  if (!/[0-9A-Z]/.test(scan.slice(start, start + SAMPLE))) return -1;
  const pattern = body === 'uuid' ? UUID : body;
  const end =
    typeof pattern === 'string' ? scan.find(BODY_ENDS[pattern], start) : scan.match(pattern, start);
  const isOpen = body === 'text' || body === 'base64';
  if (!isOpen) return isWholeBody(scan, start, end, { body, length }) ? end : -1;
  if (end - start < length) return -1;
  return body === 'text' ? endOfParts(scan, end) : end;
}

const SAMPLE = 40;

/** Whether a body is as long as specified, and has a digit; identifiers seldom have letters of both cases as well. */
function isWholeBody(scan: Scan, start: number, end: number, { body, length }: Body): boolean {
  if (end < 0 || (length > 0 && end - start !== length) || isIn(scan.code(end), BASE64URL))
    return false;
  const whole = scan.slice(start, end);
  return /\d/.test(whole) && (body !== 'mixed' || (/[a-z]/.test(whole) && /[A-Z]/.test(whole)));
}

/** The end of a body whose parts are joined by dots. */
function endOfParts(scan: Scan, start: number): number {
  let end = start;
  while (scan.code(end) === DOT && isIn(scan.code(end + 1), BASE64URL)) {
    end = scan.skip(end + 1, BASE64URL);
  }
  return end;
}
