import { beginsWord } from './boundary.ts';
import { DIGIT, HEX, isIn, WORD } from './character-classes.ts';
import { firstDigit, octetEnd } from './ipv4.ts';
import { LEFT_CONTEXT, type Scan } from './scan.ts';

/** Prefixes of hosts that are named for their address: `ip-10-0-1-2`, `ec2-…`, `static-…`. */
const PREFIX =
  /(?:^|[^a-z0-9])(?:ip|ec2|ip4|ipv4|host|node|static|dynamic|dyn|dsl|adsl|vdsl|cpe|pool|dhcp|client|customer|cable|ppp|vps|server|gke|c|d|h|p|s)-$/i;

/** Two labels or a private top level; a file's endings are neither. */
const DOMAIN =
  /\.(?:(?:internal|local|lan|localdomain|home|corp|intra|compute)(?![\w-])|(?!(?:tar|log|txt|json|csv|gz|zip|sql|bak|min)\.)[a-z][a-z0-9-]{0,40}\.[a-z0-9])/iy;

/** Hides the address of a host's name whose first `-` is at `dash`: `ip-10-0-1-2.ec2.internal`; -1 when there is none. */
export function hideDashedAddress(scan: Scan, dash: number): number {
  const start = firstDigit(scan, dash);
  if (dash - start > 3) return -1;
  const end = dashedEnd(scan.text, start);
  if (end < 0 || isIn(scan.code(end), WORD)) return -1;
  const isMore = scan.code(end) === 45 && isIn(scan.code(end + 1), DIGIT);
  if (isMore || !beginsWord(scan, start)) return -1;
  const left = scan.left(start, LEFT_CONTEXT);
  // More than four numbers are none of an address; "ec2-" is a word.
  if (/(?:^|[^a-z\d])\d+-$/i.test(left)) return -1;
  DOMAIN.lastIndex = end;
  return PREFIX.test(left) || DOMAIN.test(scan.text) ? scan.hide(start, end) : -1;
}

function dashedEnd(text: string, start: number): number {
  let at = octetEnd(text, start);
  for (let part = 1; part < 4 && at >= 0; part += 1) {
    if (text.charCodeAt(at) !== 45) return -1;
    at = octetEnd(text, at + 1);
  }
  return at;
}

const REVERSE_ZONE = '.ip6.arpa';
const MOST_NIBBLES = 64;

/** Hides the nibbles before `.ip6.arpa`; -1 when it does not begin at `dot`. */
export function hideReverseIpv6(scan: Scan, dot: number): number {
  if (!scan.text.startsWith(REVERSE_ZONE, dot)) return -1;
  const floor = Math.max(scan.end, dot - MOST_NIBBLES);
  let start = dot;
  while (start - 1 >= floor && isIn(scan.code(start - 1), HEX)) {
    start -= 1;
    if (start - 1 < floor || scan.code(start - 1) !== 46) break;
    start -= 1;
  }
  if (scan.code(start) === 46) start += 1;
  return start < dot && beginsWord(scan, start) ? scan.hide(start, dot) : -1;
}
