import { escapeHead } from '../text/boundary.ts';
import { HYPHEN } from '../text/char-codes.ts';
import { LABEL, LOCAL_PART } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';
import { dotAt } from '../text/separators.ts';

const MAX_LOCAL_PART_LENGTH = 64;
const MAX_LABEL_LENGTH = 63;
const MAX_LABELS = 10;

/** File extensions in names that look like addresses: `logo@2x.png`, `vue@next.js`. */
const FILE =
  /^(?:png|jpe?g|gif|svg|webp|avif|ico|js|mjs|cjs|ts|tsx|jsx|css|json|html?|map|tgz|gz|zip|so|py|rb|go|md)$/i;

/** E-mail addresses. */
export const email: Detector = {
  name: 'email',
  confidence: 'certain',
  triggers: [{ char: '@', isEncoded: true }],
  leads: ['a@', '@a.', 'a%40', '@', 'a@a.aa', '%2B@'],
  find: findEmail,
};

function findEmail(scan: Scan, at: number, length: number): readonly Span[] {
  const start = startOfLocalPart(scan, at);
  // The local part contains an address that is already hidden; both become one span.
  const isJoined = scan.isOpenAt(at);
  if (start >= at && !isJoined) return NONE;
  const end = endOfDomain(scan, at + length);
  return end < 0 ? NONE : span(isJoined ? at : start, end);
}

/** Encodings of characters that a local part may contain: `%2B`, `%2D`, `%2E`, `%5F`. */
const ENCODED = /^%(?:25)*(?:2[BDE]|5F)/i;

function startOfLocalPart(scan: Scan, at: number): number {
  const floor = Math.max(scan.end, at - MAX_LOCAL_PART_LENGTH);
  let start = scan.skipBack(at, LOCAL_PART, floor);
  start += afterEncoding(scan.slice(start, at));
  start += escapeHead(scan, start);
  // Characters that are valid in an address but are usually quoting or syntax before one.
  while (start < at && NOT_FIRST.has(scan.code(start))) start += 1;
  return Math.min(start, at);
}

const NOT_FIRST: ReadonlySet<number> = new Set(Array.from(".'%!*#$", (c) => c.charCodeAt(0)));

/** The text after the last percent-encoded delimiter. */
function afterEncoding(part: string): number {
  for (let at = part.lastIndexOf('%'); at >= 0; at = at > 0 ? part.lastIndexOf('%', at - 1) : -1) {
    if (!ENCODED.test(part.slice(at, at + 8))) {
      return Math.min(part.length, at + (part.startsWith('25', at + 1) ? 5 : 3));
    }
  }
  return 0;
}

/** The end of a domain that has two or more labels and an alphabetic top level; -1 if there is none. */
function endOfDomain(scan: Scan, start: number): number {
  let at = start;
  let end = -1;
  for (let labels = 1; labels <= MAX_LABELS; labels += 1) {
    const label = scan.skip(at, LABEL, at + MAX_LABEL_LENGTH);
    if (label === at || scan.code(at) === HYPHEN) break;
    if (labels > 1 && isTopLevel(scan.slice(at, label))) end = label;
    const dot = dotAt(scan, label);
    if (dot === 0) break;
    at = label + dot;
  }
  return end;
}

function isTopLevel(label: string): boolean {
  return /^(?:[^0-9-]{2,24}|xn--[0-9a-z-]+)$/i.test(label) && !FILE.test(label);
}
