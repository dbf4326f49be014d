import { beginsWord, escapeHead } from '../text/boundary.ts';
import { DOT, UNDERSCORE } from '../text/char-codes.ts';
import { DIGIT, isIn, LETTER, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { quadEnd } from '../text/dotted-quad.ts';
import type { Scan } from '../text/scan.ts';
import { dotAt } from '../text/separators.ts';
import { isVersion } from './product-version.ts';

const DIGITS = '0123456789';

/** The longest run of digits that can end in an octet: a twice-encoded blank (`%2520`), then the octet. */
const MAX_DIGITS = 7;

/** IPv4 addresses, except dotted quads that are version numbers. */
export const ipv4: Detector = {
  name: 'ipv4',
  confidence: 'likely',
  triggers: [{ char: '.', next: DIGITS, before: DIGITS, isEncoded: true }],
  leads: [
    '1.1.1.1',
    '1.1.1',
    '1%2E1%2E1%2E1',
    'a/1.1.1.1',
    'x 1.1.1.1',
    'a%2F1.1.1.1',
    'a-1.1.1.1',
  ],
  find: findIpv4,
};

/** `dot` is the index of the quad's first dot. */
function findIpv4(scan: Scan, dot: number, length: number): readonly Span[] {
  if (!hasSecondDot(scan, dot + length)) return NONE;
  const start = firstDigit(scan, dot);
  const end = dot - start > 3 ? -1 : quadEnd(scan, start);
  if (end < 0 || !endsAddress(scan, start, end) || !beginsQuad(scan, start)) {
    scan.skipTo(afterParts(scan, dot));
    return NONE;
  }
  if (!isVersion(scan, start, end)) return span(start, end);
  scan.skipTo(end);
  return NONE;
}

/** A cheap first test of the part after a dot: most dots belong to a decimal fraction or to `HTTP/1.1`. */
function hasSecondDot(scan: Scan, part: number): boolean {
  return dotAt(scan, scan.skip(part + 1, DIGIT, part + 3)) > 0;
}

/** The start of the digits before a separator, excluding digits that end an escape. */
export function firstDigit(scan: Scan, separator: number): number {
  const floor = Math.max(scan.end, separator - MAX_DIGITS);
  const start = scan.skipBack(separator, DIGIT, floor);
  return start + escapeHead(scan, start);
}

/** False before a letter, a digit or a further part, including `.c.1`. A `_` may separate an address and a port. */
function endsAddress(scan: Scan, start: number, end: number): boolean {
  const code = scan.code(end);
  if (code !== DOT) return code === UNDERSCORE || !isIn(code, WORD);
  if (isIn(scan.code(end + 1), LETTER))
    return scan.code(end + 2) !== DOT || !isIn(scan.code(end + 3), DIGIT);
  return !isIn(scan.code(end + 1), DIGIT) || isWithPort(scan, start, end + 1);
}

/** tcpdump writes `IP 10.0.0.1.443 > 10.0.0.2.51515: Flags`. */
function isWithPort(scan: Scan, start: number, port: number): boolean {
  const end = scan.skip(port, DIGIT, port + 6);
  const after = scan.slice(end, end + 2);
  return (
    (after === ' >' || after.startsWith(':')) && /(?:\bIP|>) $/.test(scan.left(start, LEFT_OF_PORT))
  );
}

const LEFT_OF_PORT = 4;

function beginsQuad(scan: Scan, start: number): boolean {
  const code = scan.leftCode(start);
  if (code === DOT) return scan.left(start, 3) === '...';
  return code === UNDERSCORE || beginsWord(scan, start);
}

/** The index after the digits and dots that follow `dot`; the wrong number of parts is not an address. */
function afterParts(scan: Scan, dot: number): number {
  let at = dot;
  while (scan.code(at) === DOT && isIn(scan.code(at + 1), DIGIT)) at = scan.skip(at + 1, DIGIT);
  return Math.max(at, dot + 1);
}
