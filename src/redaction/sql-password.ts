import { LEFT_CONTEXT, type Scan } from './scan.ts';

const BEFORE = /(?:^|\W)(?:password|identified by)\s$/i;

/** Hides what `PASSWORD '…'` and `IDENTIFIED BY '…'` quote in a statement; -1 when there is nothing. */
export function hideSqlPassword(scan: Scan, quote: number): number {
  if (scan.code(quote - 1) !== 32 || !BEFORE.test(scan.left(quote, LEFT_CONTEXT))) return -1;
  const start = quote + 1;
  let end = start;
  while (end < scan.text.length && scan.code(end) !== 10) {
    // A quote that is written twice belongs to the password.
    if (scan.code(end) === 39 && scan.code(end + 1) !== 39) break;
    end += scan.code(end) === 39 ? 2 : 1;
  }
  end = Math.min(end, scan.text.length);
  return end > start ? scan.hideValue(start, end) : -1;
}
