import { beginsWord } from '../text/boundary.ts';
import { BLANK, DIGIT_0, DOT, HYPHEN } from '../text/char-codes.ts';
import { DIGIT, isIn, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

const MIN_LENGTH = 13;
const MAX_LENGTH = 19;
/** First digits of card numbers by issuer. */
const ISSUER = /^(?:4|5[1-9]|2[2-7]|3[0-689]|6)/;

/** Payment card numbers, with or without groups separated by blanks or dashes. */
export const paymentCard: Detector = {
  name: 'payment-card',
  confidence: 'certain',
  triggers: Array.from('0123456789', (char) => ({ char, next: '0123456789' })),
  leads: ['4111 ', '4111-1111-1111-1111', '4111111111111111', '11'],
  find: findPaymentCard,
};

function findPaymentCard(scan: Scan, start: number): readonly Span[] {
  // A number does not start inside another one.
  scan.skipTo(scan.skip(start, DIGIT));
  if (!ISSUER.test(scan.slice(start, start + 2)) || !beginsNumber(scan, start)) return NONE;
  const { digits, end } = readDigits(scan, start);
  if (digits.length < MIN_LENGTH || digits.length > MAX_LENGTH || !hasLuhnDigit(digits))
    return NONE;
  return isIn(scan.code(end), WORD) || isFraction(scan, end) ? NONE : span(start, end);
}

function isFraction(scan: Scan, end: number): boolean {
  return scan.code(end) === DOT && isIn(scan.code(end + 1), DIGIT);
}

/** False inside another number, and for a JSON number, which must remain one. */
function beginsNumber(scan: Scan, start: number): boolean {
  const left = scan.left(start, 3);
  return beginsWord(scan, start) && !/(?:[.+]|\d[ -]|":\s?)$/.test(left);
}

/** Reads digits with one kind of separator between groups of at least four digits; the last group may be shorter. */
function readDigits(scan: Scan, start: number): { readonly digits: string; readonly end: number } {
  let digits = '';
  let at = start;
  let end = start;
  let group = 0;
  let separator = 0;
  for (; digits.length <= MAX_LENGTH; at += 1) {
    const code = scan.code(at);
    if (isIn(code, DIGIT)) {
      digits += String.fromCharCode(code);
      group += 1;
      end = at + 1;
    } else if (isSeparator(code, separator) && group >= 4) {
      separator = code;
      group = 0;
    } else break;
  }
  return { digits, end };
}

function isSeparator(code: number, before: number): boolean {
  return before === 0 ? code === BLANK || code === HYPHEN : code === before;
}

function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - DIGIT_0;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && !/^(\d)\1*$/.test(digits);
}
