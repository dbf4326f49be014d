import {
  APOSTROPHE,
  BACKSLASH,
  BACKTICK,
  BLANK,
  COLON,
  DIGIT_2,
  DIGIT_7,
  EQUALS,
  GREATER,
  QUOTE,
  SLASH,
} from '../text/char-codes.ts';
import { DIGIT, isIn, NAME, SPACE } from '../text/character-classes.ts';
import { type Detector, NONE, type Span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';
import { colonAt } from '../text/separators.ts';
import { isPairValue, isSecretPair } from './name-value.ts';
import { isSecretName, mayEndSecretName } from './secret-name.ts';
import { secretValueAt } from './secret-value.ts';

const MAX_NAME_LENGTH = 40;

/** Values after a name that marks a secret: `token=…`, `"password": "…"`, `"name":"token","value":"…"`. */
export const assignment: Detector = {
  name: 'assignment',
  confidence: 'likely',
  triggers: [
    { char: '=', isEncoded: true },
    { char: ':', isEncoded: true },
  ],
  leads: [
    ...[
      'password=',
      'password="',
      "token: '",
      'cookie=a; ',
      'value=',
      'value="',
      'value%3D',
      '12:',
    ],
    ...[
      'value=\\"',
      'value=\\\\`',
      'value = ',
      'value:=',
      'name=token&value=',
      '{"name":"token","value":"',
    ],
    ...[
      'Authorization: token ',
      'authorization: digest ',
      'token%3D%2522',
      'value%3D%25',
      '"token":1',
    ],
  ],
  isValue: true,
  find: findAssigned,
};

function findAssigned(scan: Scan, separator: number, length: number): readonly Span[] {
  if (isOperator(scan, separator, length)) return NONE;
  const nameEnd = endOfName(scan, separator);
  const nameStart = startOfName(scan, nameEnd);
  if (nameStart < 0) return NONE;
  const name = scan.slice(nameStart, nameEnd);
  const isPair = !isSecretName(name);
  if (isPair && !isPairValue(name)) return NONE;
  const value = assignedValue(scan, separator, length, nameEnd, name);
  if (!value || (isPair && !isSecretPair(scan, nameStart, value.end))) return NONE;
  return [value];
}

/** Whether the separator is part of `::`, `==` or `://`. */
function isOperator(scan: Scan, separator: number, length: number): boolean {
  const next = separator + length;
  const code = scan.code(next);
  if (code === EQUALS) return colonAt(scan, separator) === 0;
  if (code === COLON) return colonAt(scan, separator) > 0;
  return code === SLASH && scan.code(next + 1) === SLASH && colonAt(scan, separator) > 0;
}

function assignedValue(
  scan: Scan,
  separator: number,
  length: number,
  nameEnd: number,
  name: string,
): Span | undefined {
  const at = startOfValue(scan, separator, length, nameEnd);
  if (at < 0) return undefined;
  const isQuoted = nameEnd < separator && scan.code(nameEnd) !== BLANK;
  const isEncoded = length > 1;
  return secretValueAt(scan, at, { isQuoted, isEncoded, kind: kindOf(name) });
}

/** The start of a name that may mark a secret; -1 for other names. */
function startOfName(scan: Scan, end: number): number {
  if (!mayEndSecretName(scan.code(end - 1), scan.code(end - 2))) return -1;
  const floor = Math.max(scan.end, end - MAX_NAME_LENGTH);
  const start = scan.skipBack(end, NAME, floor);
  return isNumber(scan, start, end) ? -1 : start;
}

/** Whether the text is a number; most colons belong to times of day. */
function isNumber(scan: Scan, start: number, end: number): boolean {
  return end - start <= 4 && isIn(scan.code(start), DIGIT);
}

function kindOf(name: string): 'cookie' | 'authorization' | 'other' {
  if (/cookie$/i.test(name)) return 'cookie';
  return /authorization$/i.test(name) ? 'authorization' : 'other';
}

/** Skips a blank, a closing quote and its backslashes between a name and its separator. */
function endOfName(scan: Scan, separator: number): number {
  let at = separator;
  let code = scan.code(at - 1);
  if (code === BLANK) {
    at -= 1;
    code = scan.code(at - 1);
  }
  if (code === QUOTE || code === APOSTROPHE || code === BACKTICK) {
    at -= 1;
    const floor = Math.max(scan.end, at - MAX_NAME_LENGTH);
    while (at > floor && scan.code(at - 1) === BACKSLASH) at -= 1;
  } else if (code === DIGIT_2 || code === DIGIT_7) at -= encodedQuote(scan, at);
  return at;
}

/** The length of the percent-encoded quote before an index, or 0. */
function encodedQuote(scan: Scan, end: number): number {
  // Most digits before a separator belong to a time of day.
  if (scan.code(end - 2) !== DIGIT_2) return 0;
  return ENCODED_QUOTE.exec(scan.slice(Math.max(scan.end, end - 8), end))?.[0].length ?? 0;
}

const ENCODED_QUOTE = /%(?:25)*2[27]$/;

const MAX_BLANKS = 8;

/** The start of the value; -1 if it is not on the line. */
function startOfValue(scan: Scan, separator: number, length: number, nameEnd: number): number {
  const isColon = colonAt(scan, separator) > 0;
  const next = separator + length;
  // "=>" and ":=" are assignments too.
  const at = scan.code(next) === (isColon ? EQUALS : GREATER) ? next + 1 : next;
  if (!isColon && at === next && nameEnd === separator) return at;
  const value = scan.skip(at, SPACE, at + MAX_BLANKS);
  return scan.slice(at, value).includes('\n') ? -1 : value;
}
