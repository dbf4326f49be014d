import { SLASH } from '../text/char-codes.ts';
import { AUTHORITY_END, isIn } from '../text/character-classes.ts';
import { type Detector, NONE, type Span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

/** The user name and password of a URL. */
export const urlUser: Detector = {
  name: 'url-user',
  confidence: 'certain',
  triggers: [{ char: ':', next: '/' }],
  isValue: true,
  find: findUrlUser,
};

function findUrlUser(scan: Scan, colon: number): readonly Span[] {
  const start = colon + 3;
  if (scan.code(colon + 2) !== SLASH) return NONE;
  scan.skipTo(start);
  const end = endOfAuthority(scan.text, start);
  const authority = scan.text.slice(start, end);
  // A password may contain an unencoded "@".
  const at = authority.lastIndexOf('@');
  if (at <= 0) return NONE;
  scan.skipTo(start + at);
  const separator = authority.slice(0, at).indexOf(':');
  const user = { start, end: start + (separator < 0 ? at : separator) };
  const password = { start: user.end + 1, end: start + at };
  return [user, password].filter((part) => part.end > part.start);
}

function endOfAuthority(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isIn(text.charCodeAt(at), AUTHORITY_END)) at += 1;
  return at;
}
