import { AT, SLASH } from '../text/char-codes.ts';
import { USER } from '../text/character-classes.ts';
import { type Detector, NONE, type Span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

/** The user name and password of a URL. */
export const urlUser: Detector = {
  name: 'url-user',
  confidence: 'certain',
  triggers: [{ char: ':', next: '/' }],
  leads: ['://', 'a://b@', '://a:b', '://a@a@'],
  isValue: true,
  find: findUrlUser,
};

function findUrlUser(scan: Scan, colon: number): readonly Span[] {
  const start = colon + 3;
  if (scan.code(colon + 2) !== SLASH) return NONE;
  scan.skipTo(start);
  const end = endOfUser(scan, start);
  if (end <= start) return NONE;
  scan.skipTo(end);
  const separator = scan.slice(start, end).indexOf(':');
  const user = { start, end: separator < 0 ? end : start + separator };
  const password = { start: user.end + 1, end };
  return [user, password].filter((part) => part.end > part.start);
}

/** The index of the `@` after the user and password of a URL, or -1. A password may contain an unencoded `@`. */
function endOfUser(scan: Scan, start: number): number {
  let end = -1;
  let at = scan.skip(start, USER);
  while (scan.code(at) === AT) {
    end = at;
    at = scan.skip(at + 1, USER);
  }
  return end;
}
