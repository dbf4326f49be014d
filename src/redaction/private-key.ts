import { isIn, SPACE, WORD } from './character-classes.ts';
import type { Scan } from './scan.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const END = '-----END';
/** Signs of base64, of headers and of percent-encoded line ends. */
const SIGNS: ReadonlySet<number> = new Set(Array.from('+/=:,.%-', (char) => char.charCodeAt(0)));

/** Hides the body of a private key in PEM form whose first line begins at `at`; -1 when there is none. */
export function hidePrivateKey(scan: Scan, at: number): number {
  BEGIN.lastIndex = at;
  if (!BEGIN.test(scan.text)) return -1;
  const start = BEGIN.lastIndex;
  const end = endOfBody(scan.text, start);
  return end > start ? scan.hideValue(start, end) : -1;
}

/** Up to the last line, or as far as the text can belong to a key that was cut. */
function endOfBody(text: string, start: number): number {
  let at = start;
  while (!text.startsWith(END, at)) {
    const next = text.charCodeAt(at) === 92 ? behindLineEnd(text, at) : behindSign(text, at);
    if (next === at) break;
    at = next;
  }
  return at;
}

function behindSign(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return isIn(code, WORD | SPACE) || SIGNS.has(code) ? at + 1 : at;
}

/** Behind an escaped line end, whatever the depth of escaping; else the index itself. */
function behindLineEnd(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === 92) at += 1;
  return text[at] === 'n' || text[at] === 'r' ? at + 1 : start;
}
