import { beginsWord } from '../text/boundary.ts';
import { BLANK } from '../text/char-codes.ts';
import { isIn, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

const DIGITS = '0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The length of account numbers by country. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'NO15 BE16 DK18 FI18 FO18 GL18 NL18 SD18 FK18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 XK20 CH21 HR21 LI21 LV21 ' +
    'BG22 BH22 CR22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 OM23 TL23 SO23 AD24 CZ24 ES24 MD24 ' +
    'PK24 RO24 SA24 SE24 SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 ' +
    'AZ28 BY28 CY28 DO28 GT28 HU28 LB28 NI28 PL28 SV28 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 MT31 SC31 ' +
    'LC32 RU33'
  )
    .split(' ')
    .map((country) => [country.slice(0, 2), Number(country.slice(2))]),
);

/** International bank account numbers, with or without groups of four. */
export const iban: Detector = {
  name: 'iban',
  confidence: 'certain',
  triggers: Array.from(DIGITS, (char) => ({ char, next: DIGITS, before: CAPITALS })),
  leads: ['DE22', 'DE22 2222 ', 'MT222222222222222222222222222222'],
  find: findIban,
};

/** `digit` is the index of the first of the two check digits. */
function findIban(scan: Scan, digit: number): readonly Span[] {
  const start = digit - 2;
  if (start < scan.end) return NONE;
  const length = LENGTHS.get(scan.slice(start, digit));
  if (length === undefined || !beginsWord(scan, start)) return NONE;
  const isGrouped = scan.code(start + 4) === BLANK;
  const end = start + length + (isGrouped ? Math.ceil(length / 4) - 1 : 0);
  const written = scan.slice(start, end);
  const account = isGrouped ? written.replaceAll(' ', '') : written;
  if (isIn(scan.code(end), WORD) || account.length !== length) return NONE;
  return isAccount(account) ? span(start, end) : NONE;
}

function isAccount(account: string): boolean {
  return /^[A-Z]{2}\d{2}[0-9A-Z]+$/.test(account) && hasCheckDigits(account);
}

/** ISO 7064: with country and check digits moved to the end and letters as 10 to 35, the number is 1 modulo 97. */
function hasCheckDigits(account: string): boolean {
  const digits = (account.slice(4) + account.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
