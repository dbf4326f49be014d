import { beginsWord, escapeHead } from './boundary.ts';
import { DIGIT, isIn, skip, skipBack, WORD } from './character-classes.ts';
import { isVersion } from './product-version.ts';
import type { Scan } from './scan.ts';
import { dotAt } from './separators.ts';

/** The longest run of digits that can end in an octet: an encoded blank before it, encoded twice. */
const MOST_DIGITS = 7;

/** The end of the dotted quad that begins at `start`, or -1; its dots may be percent-encoded. */
export function quadEnd(text: string, start: number): number {
  let at = start;
  for (let part = 0; part < 4; part += 1) {
    if (part > 0) {
      const dot = dotAt(text, at);
      if (dot === 0) return -1;
      at += dot;
    }
    const end = octetEnd(text, at);
    if (end < 0) return -1;
    at = end;
  }
  return at;
}

/** The end of the number from 0 to 255 that begins at `start`, or -1. */
export function octetEnd(text: string, start: number): number {
  const end = skip(text, start, DIGIT, Math.min(start + 4, text.length));
  const digits = end - start;
  if (digits < 1 || digits > 3) return -1;
  return digits === 3 && Number(text.slice(start, end)) > 255 ? -1 : end;
}

/** Hides the dotted quad whose first dot is at `dot`, unless it is a version. */
export function hideIpv4(scan: Scan, dot: number): number {
  if (!hasSecondDot(scan.text, dot)) return dot + 1;
  const start = firstDigit(scan, dot);
  const end = dot - start > 3 ? -1 : quadEnd(scan.text, start);
  if (end < 0 || !endsAddress(scan, start, end) || !isBesideWord(scan, start)) {
    return skipParts(scan, dot);
  }
  return isVersion(scan, start, end) ? end : scan.hide(start, end);
}

/** Most dots are those of a decimal fraction or of `HTTP/1.1`. */
function hasSecondDot(text: string, dot: number): boolean {
  let at = dot + dotAt(text, dot) + 1;
  if (isIn(text.charCodeAt(at), DIGIT)) at += 1;
  if (isIn(text.charCodeAt(at), DIGIT)) at += 1;
  return dotAt(text, at) > 0;
}

/** Where the digits before a separator begin, without those that end an escape. */
export function firstDigit(scan: Scan, separator: number): number {
  const floor = Math.max(scan.end, separator - MOST_DIGITS);
  const start = skipBack(scan.text, separator, DIGIT, floor);
  return start + escapeHead(scan, start);
}

/** Letters, digits and further parts make it something else; a `_` may join an address and a port. */
function endsAddress(scan: Scan, start: number, end: number): boolean {
  const code = scan.code(end);
  if (code !== 46) return code === 95 || !isIn(code, WORD);
  return !isIn(scan.code(end + 1), DIGIT) || isWithPort(scan, start, end + 1);
}

/** tcpdump writes `IP 10.0.0.1.443 > 10.0.0.2.51515: Flags`. */
function isWithPort(scan: Scan, start: number, port: number): boolean {
  const end = skip(scan.text, port, DIGIT, Math.min(port + 6, scan.text.length));
  const after = scan.text.slice(end, end + 2);
  return (
    (after === ' >' || after.startsWith(':')) && /(?:\bIP|>) $/.test(scan.left(start, LEFT_OF_PORT))
  );
}

const LEFT_OF_PORT = 4;

function isBesideWord(scan: Scan, start: number): boolean {
  const code = scan.leftCode(start);
  if (code === 46) return scan.left(start, 3) === '...';
  return code === 95 || beginsWord(scan, start);
}

/** Digits and dots behind a dot that no address begins in, in one step: their number of parts is wrong. */
function skipParts(scan: Scan, dot: number): number {
  let at = dot;
  while (scan.code(at) === 46 && isIn(scan.code(at + 1), DIGIT))
    at = skip(scan.text, at + 1, DIGIT);
  return Math.max(at, dot + 1);
}
