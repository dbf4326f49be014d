import { BACKSLASH, UPPER_B } from '../text/char-codes.ts';
import { isIn, SPACE, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { Pattern } from '../text/pattern.ts';
import type { Scan } from '../text/scan.ts';

const BEGIN = new Pattern(/-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/);
const END = '-----END';
/** Characters of base64, of headers and of percent-encoded line ends. */
const CHARS: ReadonlySet<number> = new Set(Array.from('+/=:,.%-', (char) => char.charCodeAt(0)));
const LINE_ENDS: ReadonlySet<number> = new Set(Array.from('nr', (char) => char.charCodeAt(0)));

/** The bodies of private keys in PEM format. */
export const privateKey: Detector = {
  name: 'private-key',
  confidence: 'certain',
  triggers: [{ char: '-', next: '-' }],
  leads: [
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN A PRIVATE KEY-----"',
    '-----END',
    '-',
  ],
  isValue: true,
  find: findPrivateKey,
};

function findPrivateKey(scan: Scan, at: number): readonly Span[] {
  // Most rows of dashes are a line.
  const start = scan.code(at + 5) === UPPER_B ? scan.match(BEGIN, at) : -1;
  if (start < 0) return NONE;
  const end = endOfBody(scan, start);
  return end > start ? span(start, end) : NONE;
}

/** The end of the last line, or of the text that can belong to a truncated key. */
function endOfBody(scan: Scan, start: number): number {
  let at = start;
  while (!scan.startsWith(END, at)) {
    const next = scan.code(at) === BACKSLASH ? afterLineEnd(scan, at) : afterChar(scan, at);
    if (next === at) break;
    at = next;
  }
  return at;
}

function afterChar(scan: Scan, at: number): number {
  const code = scan.code(at);
  return isIn(code, WORD | SPACE) || CHARS.has(code) ? at + 1 : at;
}

/** The index after an escaped line end, at any depth of escaping; otherwise `start`. */
function afterLineEnd(scan: Scan, start: number): number {
  let at = start;
  while (scan.code(at) === BACKSLASH) at += 1;
  return LINE_ENDS.has(scan.code(at)) ? at + 1 : start;
}
