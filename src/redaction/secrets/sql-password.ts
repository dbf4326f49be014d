import { APOSTROPHE, BLANK, LINE_FEED } from '../text/char-codes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { LEFT_CONTEXT, type Scan } from '../text/scan.ts';

const BEFORE = /(?:^|\W)(?:password|identified by)\s$/i;

/** The quoted password of `PASSWORD '…'` and `IDENTIFIED BY '…'` in a statement. */
export const sqlPassword: Detector = {
  name: 'sql-password',
  confidence: 'likely',
  triggers: [{ char: "'" }],
  leads: ["PASSWORD '", "PASSWORD ''", " '"],
  isValue: true,
  find: findSqlPassword,
};

function findSqlPassword(scan: Scan, quote: number): readonly Span[] {
  if (scan.code(quote - 1) !== BLANK || !BEFORE.test(scan.left(quote, LEFT_CONTEXT))) return NONE;
  const start = quote + 1;
  let end = start;
  while (end < scan.length && scan.code(end) !== LINE_FEED) {
    // A doubled quote is part of the password.
    if (scan.code(end) === APOSTROPHE && scan.code(end + 1) !== APOSTROPHE) break;
    end += scan.code(end) === APOSTROPHE ? 2 : 1;
  }
  end = Math.min(end, scan.length);
  return end > start ? span(start, end) : NONE;
}
