import { beginsWord } from './boundary.ts';
import { DIGIT, isIn, WORD } from './character-classes.ts';
import type { Scan } from './scan.ts';

const E164 = /[1-9]\d{7,14}(?!\d)/y;
/** The same in up to six groups. */
const GROUPS = /[1-9]\d{0,14}(?:(?: |-|\.| \(|\) )\d{2,14}){0,5}/y;
const FEWEST_DIGITS = 8;
const MOST_DIGITS = 15;

/** Hides the telephone number whose `+` of this length is at `plus`; -1 when there is none. */
export function hidePhoneNumber(scan: Scan, plus: number, length: number): number {
  const start = plus + length;
  if (!isIn(scan.code(start), DIGIT) || !beginsWord(scan, plus)) return -1;
  const end = numberEnd(scan.text, start);
  return end >= 0 && !isIn(scan.code(end), WORD) ? scan.hide(plus, end) : -1;
}

function numberEnd(text: string, start: number): number {
  E164.lastIndex = start;
  if (E164.test(text)) return E164.lastIndex;
  GROUPS.lastIndex = start;
  if (!GROUPS.test(text)) return -1;
  const end = GROUPS.lastIndex;
  const digits = text.slice(start, end).replace(/\D/g, '').length;
  return digits >= FEWEST_DIGITS && digits <= MOST_DIGITS ? end : -1;
}
