import { beginsWord } from '../text/boundary.ts';
import { DOT, HYPHEN } from '../text/char-codes.ts';
import { DIGIT, HEX, isIn, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { octetEnd } from '../text/dotted-quad.ts';
import { Pattern } from '../text/pattern.ts';
import { LEFT_CONTEXT, type Scan } from '../text/scan.ts';
import { firstDigit } from './ipv4.ts';

const DIGITS = '0123456789';

/** Prefixes of host names that contain the host's address: `ip-10-0-1-2`, `ec2-…`, `static-…`. */
const PREFIX =
  /(?:^|[^a-z0-9])(?:ip|ec2|ip4|ipv4|host|node|static|dynamic|dyn|dsl|adsl|vdsl|cpe|pool|dhcp|client|customer|cable|ppp|vps|server|gke|c|d|h|p|s)-$/i;

/** Two labels or a private top-level domain, excluding file extensions. */
const DOMAIN = new Pattern(
  /\.(?:(?:internal|local|lan|localdomain|home|corp|intra|compute)(?![\w-])|(?!(?:tar|log|txt|json|csv|gz|zip|sql|bak|min)\.)[a-z][a-z0-9-]{0,40}\.[a-z0-9])/i,
);

/** Addresses inside host names: `ip-10-0-1-2.ec2.internal`. */
export const dashedAddress: Detector = {
  name: 'dashed-address',
  confidence: 'likely',
  triggers: [{ char: '-', next: DIGITS, before: DIGITS }],
  leads: ['ip-', '10-0-0-1', '10-0-0-1.a'],
  find: findDashedAddress,
};

/** `dash` is the index of the address's first dash. */
function findDashedAddress(scan: Scan, dash: number): readonly Span[] {
  if (!hasSecondDash(scan, dash + 1)) return NONE;
  const start = firstDigit(scan, dash);
  if (dash - start > 3) return NONE;
  const end = dashedEnd(scan, start);
  if (end < 0 || isIn(scan.code(end), WORD)) return NONE;
  const isMore = scan.code(end) === HYPHEN && isIn(scan.code(end + 1), DIGIT);
  if (isMore || !beginsWord(scan, start)) return NONE;
  const left = scan.left(start, LEFT_CONTEXT);
  // More than four numbers are not an address. "ec2-" is allowed: it starts with a letter.
  if (/(?:^|[^a-z\d])\d+-$/i.test(left)) return NONE;
  return PREFIX.test(left) || scan.match(DOMAIN, end) >= 0 ? span(start, end) : NONE;
}

/** A cheap first test of the part after a dash: most dashes between digits belong to a UUID or a date. */
function hasSecondDash(scan: Scan, part: number): boolean {
  return scan.code(scan.skip(part + 1, DIGIT, part + 3)) === HYPHEN;
}

function dashedEnd(scan: Scan, start: number): number {
  let at = octetEnd(scan, start);
  for (let part = 1; part < 4 && at >= 0; part += 1) {
    if (scan.code(at) !== HYPHEN) return -1;
    at = octetEnd(scan, at + 1);
  }
  return at;
}

const REVERSE_ZONE = '.ip6.arpa';
const MAX_NIBBLES = 64;

/** The nibbles of a reverse IPv6 name, before `.ip6.arpa`. */
export const reverseIpv6: Detector = {
  name: 'reverse-ipv6',
  confidence: 'certain',
  triggers: [{ char: '.', next: 'i', before: `${DIGITS}abcdefABCDEF` }],
  leads: ['1.0.ip6.arpa', '1.ip6'],
  find: findReverseIpv6,
};

function findReverseIpv6(scan: Scan, dot: number): readonly Span[] {
  if (!scan.startsWith(REVERSE_ZONE, dot)) return NONE;
  const floor = Math.max(scan.end, dot - MAX_NIBBLES);
  let start = dot;
  while (start - 1 >= floor && isIn(scan.code(start - 1), HEX)) {
    start -= 1;
    if (start - 1 < floor || scan.code(start - 1) !== DOT) break;
    start -= 1;
  }
  if (scan.code(start) === DOT) start += 1;
  return start < dot && beginsWord(scan, start) ? span(start, dot) : NONE;
}
