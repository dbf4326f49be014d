import { DIGIT_2, DIGIT_5 } from './char-codes.ts';
import { DIGIT } from './character-classes.ts';
import type { Scan } from './scan.ts';
import { dotAt } from './separators.ts';

/** The end of the dotted quad that begins at `start`, or -1; its dots may be percent-encoded. */
export function quadEnd(scan: Scan, start: number): number {
  let at = start;
  for (let part = 0; part < 4; part += 1) {
    if (part > 0) {
      const dot = dotAt(scan, at);
      if (dot === 0) return -1;
      at += dot;
    }
    const end = octetEnd(scan, at);
    if (end < 0) return -1;
    at = end;
  }
  return at;
}

/** The end of the number from 0 to 255 that begins at `start`, or -1. */
export function octetEnd(scan: Scan, start: number): number {
  const end = scan.skip(start, DIGIT, start + 4);
  const digits = end - start;
  if (digits < 1 || digits > 3) return -1;
  return digits === 3 && !isByte(scan, start) ? -1 : end;
}

/** Whether the three digits at an index are at most 255. */
function isByte(scan: Scan, at: number): boolean {
  const hundreds = scan.code(at);
  if (hundreds !== DIGIT_2) return hundreds < DIGIT_2;
  const tens = scan.code(at + 1);
  return tens < DIGIT_5 || (tens === DIGIT_5 && scan.code(at + 2) <= DIGIT_5);
}
