import { COLON, DIGIT_2, DIGIT_3, DOT, LOWER_A, LOWER_E, PERCENT } from './char-codes.ts';
import type { Scan } from './scan.ts';

/** The length of an address separator at an index, which may be percent-encoded once or twice; 0 if there is none. */
function separatorAt(scan: Scan, at: number, plain: number, low: number, high: number): number {
  const code = scan.code(at);
  if (code === plain) return 1;
  if (code !== PERCENT) return 0;
  const digits = at + (scan.startsWith('25', at + 1) ? 3 : 1);
  const isIt = scan.code(digits) === high && (scan.code(digits + 1) | 32) === low;
  return isIt ? digits + 2 - at : 0;
}

/** The length of the dot at an index: `.`, `%2E` or `%252E`; 0 if there is none. */
export function dotAt(scan: Scan, at: number): number {
  return separatorAt(scan, at, DOT, LOWER_E, DIGIT_2);
}

/** The length of the colon at an index: `:`, `%3A` or `%253A`; 0 if there is none. */
export function colonAt(scan: Scan, at: number): number {
  return separatorAt(scan, at, COLON, LOWER_A, DIGIT_3);
}
