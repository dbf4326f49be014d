import { SLASH } from '../text/char-codes.ts';
import { type Detector, NONE, type Span } from '../text/detector.ts';
import { Pattern } from '../text/pattern.ts';
import type { Scan } from '../text/scan.ts';

const AUTHORITY_END = new Pattern(/[\t-\r /?#"'`<>\\]/);

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
  const authority = scan.slice(start, scan.find(AUTHORITY_END, start));
  // A password may contain an unencoded `@`.
  const length = authority.lastIndexOf('@');
  if (length < 1) return NONE;
  const end = start + length;
  scan.skipTo(end);
  const separator = authority.slice(0, length).indexOf(':');
  const user = { start, end: separator < 0 ? end : start + separator };
  const password = { start: user.end + 1, end };
  return [user, password].filter((part) => part.end > part.start);
}
