import { AUTHORITY_END, isIn } from './character-classes.ts';
import type { Scan } from './scan.ts';

/** Hides the user and the password of the URL whose `://` is at `colon`; answers where the scan goes on. */
export function hideUrlUser(scan: Scan, colon: number): number {
  const start = colon + 3;
  const end = endOfAuthority(scan.text, start);
  if (end === start) return start;
  const authority = scan.text.slice(start, end);
  // A password may hold an "@" that was not encoded.
  const at = authority.lastIndexOf('@');
  if (at <= 0) return start;
  const separator = authority.slice(0, at).indexOf(':');
  if (separator !== 0) scan.hideValue(start, start + (separator < 0 ? at : separator));
  if (separator >= 0 && separator + 1 < at) scan.hideValue(start + separator + 1, start + at);
  return start + at;
}

function endOfAuthority(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isIn(text.charCodeAt(at), AUTHORITY_END)) at += 1;
  return at;
}
