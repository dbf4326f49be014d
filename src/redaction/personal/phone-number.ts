import { beginsWord } from '../text/boundary.ts';
import { DIGIT, isIn, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { Pattern } from '../text/pattern.ts';
import type { Scan } from '../text/scan.ts';

const E164 = new Pattern(/[1-9]\d{7,14}(?!\d)/);
/** As above, in up to six groups. */
const GROUPS = new Pattern(/[1-9]\d{0,14}(?:(?: |-|\.| \(|\) )\d{2,14}){0,5}/);
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

/** Telephone numbers with a country code. */
export const phoneNumber: Detector = {
  name: 'phone-number',
  confidence: 'likely',
  triggers: [{ char: '+', next: '123456789', isEncoded: true }],
  leads: ['+1', '+1 22 ', '+491511234567', '%2B1'],
  find: findPhoneNumber,
};

function findPhoneNumber(scan: Scan, plus: number, length: number): readonly Span[] {
  const start = plus + length;
  if (!isIn(scan.code(start), DIGIT) || !beginsWord(scan, plus)) return NONE;
  const end = numberEnd(scan, start);
  return end >= 0 && !isIn(scan.code(end), WORD) ? span(plus, end) : NONE;
}

function numberEnd(scan: Scan, start: number): number {
  const whole = scan.match(E164, start);
  if (whole >= 0) return whole;
  const end = scan.match(GROUPS, start);
  if (end < 0) return -1;
  const digits = scan.slice(start, end).replace(/\D/g, '').length;
  return digits >= MIN_DIGITS && digits <= MAX_DIGITS ? end : -1;
}
