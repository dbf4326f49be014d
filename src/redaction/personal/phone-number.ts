import { beginsWord } from '../text/boundary.ts';
import { DIGIT, isIn, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

const E164 = /[1-9]\d{7,14}(?!\d)/y;
/** As above, in up to six groups. */
const GROUPS = /[1-9]\d{0,14}(?:(?: |-|\.| \(|\) )\d{2,14}){0,5}/y;
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

/** Telephone numbers with a country code. */
export const phoneNumber: Detector = {
  name: 'phone-number',
  confidence: 'likely',
  triggers: [{ char: '+', next: '123456789', isEncoded: true }],
  find: findPhoneNumber,
};

function findPhoneNumber(scan: Scan, plus: number, length: number): readonly Span[] {
  const start = plus + length;
  if (!isIn(scan.code(start), DIGIT) || !beginsWord(scan, plus)) return NONE;
  const end = numberEnd(scan.text, start);
  return end >= 0 && !isIn(scan.code(end), WORD) ? span(plus, end) : NONE;
}

function numberEnd(text: string, start: number): number {
  E164.lastIndex = start;
  if (E164.test(text)) return E164.lastIndex;
  GROUPS.lastIndex = start;
  if (!GROUPS.test(text)) return -1;
  const end = GROUPS.lastIndex;
  const digits = text.slice(start, end).replace(/\D/g, '').length;
  return digits >= MIN_DIGITS && digits <= MAX_DIGITS ? end : -1;
}
