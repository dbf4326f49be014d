import { BACKSLASH } from '../text/char-codes.ts';
import { isIn, SPACE, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const END = '-----END';
/** Characters of base64, of headers and of percent-encoded line ends. */
const CHARS: ReadonlySet<number> = new Set(Array.from('+/=:,.%-', (char) => char.charCodeAt(0)));

/** The bodies of private keys in PEM format. */
export const privateKey: Detector = {
  name: 'private-key',
  confidence: 'certain',
  triggers: [{ char: '-', next: '-' }],
  isValue: true,
  find: findPrivateKey,
};

function findPrivateKey(scan: Scan, at: number): readonly Span[] {
  BEGIN.lastIndex = at;
  if (!BEGIN.test(scan.text)) return NONE;
  const start = BEGIN.lastIndex;
  const end = endOfBody(scan.text, start);
  return end > start ? span(start, end) : NONE;
}

/** The end of the last line, or of the text that can belong to a truncated key. */
function endOfBody(text: string, start: number): number {
  let at = start;
  while (!text.startsWith(END, at)) {
    const next = text.charCodeAt(at) === BACKSLASH ? afterLineEnd(text, at) : afterChar(text, at);
    if (next === at) break;
    at = next;
  }
  return at;
}

function afterChar(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return isIn(code, WORD | SPACE) || CHARS.has(code) ? at + 1 : at;
}

/** The index after an escaped line end, at any depth of escaping; otherwise `start`. */
function afterLineEnd(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === BACKSLASH) at += 1;
  return text[at] === 'n' || text[at] === 'r' ? at + 1 : start;
}
