import { beginsWord, escapeHead } from '../text/boundary.ts';
import { DOT, PERCENT, SLASH } from '../text/char-codes.ts';
import { HEX, isIn, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { Pattern } from '../text/pattern.ts';
import type { Scan } from '../text/scan.ts';
import { colonAt } from '../text/separators.ts';
import { type Ipv6Groups, readGroups } from './ipv6-groups.ts';

/** The longest run of hexadecimal digits examined: a group and an encoded character before it. */
const MAX_DIGITS = 9;

/** IPv6 addresses, including the zone. */
export const ipv6: Detector = {
  name: 'ipv6',
  confidence: 'certain',
  triggers: [{ char: ':', next: ':%0123456789abcdefABCDEF', isEncoded: true }],
  leads: ['::', '1:', 'a::b', '::1.1.1.1', '1:1:1:1:1:1:1:1', '%3A%3A1', 'fe80::1%eth0'],
  find: findIpv6,
};

function findIpv6(scan: Scan, colon: number): readonly Span[] {
  const run = colonRun(scan, colon);
  scan.skipTo(run.end);
  return run.mayHoldAddress ? addressAt(scan, colon) : NONE;
}

/** The address around the first colon of a run. */
function addressAt(scan: Scan, colon: number): readonly Span[] {
  const start = firstGroup(scan, colon);
  if (start < 0) return NONE;
  const groups = readGroups(scan, start);
  if (!groups || !isAddress(scan, start, groups)) return NONE;
  if (!endsAddress(scan, groups)) return NONE;
  return span(start, zoneEnd(scan, groups.end));
}

/** The start of a possible address: before the colon, or after it if the colon ends a name (`peer:2001:db8::1`). */
function firstGroup(scan: Scan, colon: number): number {
  const floor = Math.max(scan.end, colon - MAX_DIGITS);
  let start = scan.skipBack(colon, HEX, floor);
  start += Math.min(escapeHead(scan, start), colon - start);
  const second = colon + colonAt(scan, colon);
  const isDouble = colonAt(scan, second) > 0;
  if (colon - start <= 4 && beginsWord(scan, start) && scan.leftCode(start) !== DOT) {
    return start === colon && !isDouble ? second : start;
  }
  if (!isDouble) return second;
  return colonAt(scan, second + colonAt(scan, second)) > 0 ? second : -1;
}

/** Prefixes of unique-local, link-local and multicast addresses. */
const LOCAL = /^f(?:[cd]..|e[89ab].|f0.):/i;

/** Excludes scopes such as `a::b` and hardware addresses, which have the form of an address. */
function isAddress(scan: Scan, start: number, { end, count, isCompressed }: Ipv6Groups): boolean {
  const address = scan.slice(start, end).replace(/%(?:25)?3A/gi, ':');
  if (!isCompressed) return !/^(?:..:)+..$/.test(address);
  if (/\d/.test(address) || count > 2 || LOCAL.test(address)) return true;
  return scan.slice(start - 1, start) === '[' && scan.slice(end, end + 1) === ']';
}

/** False before letters or further groups; a complete address may be followed by a port. */
function endsAddress(scan: Scan, { end, isFull }: Ipv6Groups): boolean {
  if (isIn(scan.code(end), WORD)) return false;
  const colon = colonAt(scan, end);
  if (colon === 0) return true;
  const next = end + colon;
  if (!isIn(scan.code(next), HEX)) return colonAt(scan, next) === 0;
  const group = scan.skip(next, HEX, next + 5);
  const isWord = isIn(scan.code(group), WORD) && !isIn(scan.code(group), HEX);
  if (isWord || !isFull) return isWord;
  return !/[a-f]/i.test(scan.slice(next, group)) && colonAt(scan, group) === 0;
}

/** A zone is an interface name (not starting like a percent-encoding) or a number below 32. */
const ZONE = new Pattern(/%(?:25)?(?:(?![0-9a-f]{2})[a-z][\w.-]{0,14}\w|1?\d(?![0-9a-f]))/i);

function zoneEnd(scan: Scan, end: number): number {
  return scan.code(end) === PERCENT ? Math.max(end, scan.match(ZONE, end)) : end;
}

function isBeforeSlashes(scan: Scan, at: number): boolean {
  return scan.code(at) === SLASH && scan.code(at + 1) === SLASH;
}

/** A run of hexadecimal digits and colons that starts at a colon. */
interface ColonRun {
  /** The index after the last colon; the text after it may belong to another token. */
  readonly end: number;
  /** Whether the run has enough colons for an address: two adjacent ones, or those between eight groups. */
  readonly mayHoldAddress: boolean;
}

/** The number of colons of an address whose last two groups are written as a dotted quad. */
const MIN_COLONS = 6;

/** Measures a run once, which rules out times of day cheaply and means that no colon is examined twice. */
function colonRun(scan: Scan, colon: number): ColonRun {
  let colons = 0;
  let isDouble = false;
  let end = colon;
  let at = colon;
  for (let length = colonAt(scan, at); length > 0; length = colonAt(scan, at)) {
    // The colon of "://" belongs to a URL.
    if (colons > 0 && isBeforeSlashes(scan, at + length)) break;
    if (colons > 0 && at === end) isDouble = true;
    colons += 1;
    end = at + length;
    at = scan.skip(end, HEX);
  }
  return { end, mayHoldAddress: isDouble || colons >= MIN_COLONS };
}
