import { hideAssigned } from './assignment.ts';
import { hideCredentials } from './authorization.ts';
import { DIGIT, HEX, isIn, skip } from './character-classes.ts';
import { hideEmail } from './email.ts';
import { hideDashedAddress, hideReverseIpv6 } from './host-name.ts';
import { hideIban } from './iban.ts';
import { hideIpv4 } from './ipv4.ts';
import { colonRun, hideIpv6 } from './ipv6.ts';
import { hideJwt } from './jwt.ts';
import { hideFixedKey, hidePrefixedKey } from './key-formats.ts';
import { hidePaymentCard } from './payment-card.ts';
import { hidePhoneNumber } from './phone-number.ts';
import { hidePrivateKey } from './private-key.ts';
import { type Detector, Scan } from './scan.ts';
import { hideSqlPassword } from './sql-password.ts';
import { hideUrlUser } from './url-user.ts';

/** What redaction looks for: `extended` adds payment cards, IBANs and telephone numbers. */
export type RedactionProfile = 'default' | 'extended';

function orNext(answer: number, at: number): number {
  return answer < 0 ? at + 1 : answer;
}

function dot(scan: Scan, at: number): number {
  const next = scan.code(at + 1);
  const isBehindDigit = isIn(scan.leftCode(at), DIGIT);
  if (isBehindDigit && isIn(next, DIGIT)) return hideIpv4(scan, at);
  // "i", as in "ip6.arpa".
  if (next === 105 && isIn(scan.leftCode(at), HEX)) return orNext(hideReverseIpv6(scan, at), at);
  return orNext(hidePrefixedKey(scan, at), at);
}

function colon(scan: Scan, at: number): number {
  if (scan.code(at + 1) === 47 && scan.code(at + 2) === 47) return hideUrlUser(scan, at);
  return colonOfLength(scan, at, 1);
}

function colonOfLength(scan: Scan, at: number, length: number): number {
  const next = scan.code(at + length);
  const isRun = next === 58 || next === 37 || isIn(next, HEX);
  if (!isRun) return orNext(hideAssigned(scan, at, length), at);
  const run = colonRun(scan.text, at);
  const address = run.mayHoldAddress ? hideIpv6(scan, at) : -1;
  if (address >= 0) return address;
  const value = hideAssigned(scan, at, length);
  return value >= 0 ? value : run.end;
}

function dash(scan: Scan, at: number): number {
  const next = scan.code(at + 1);
  if (next === 45) return orNext(hidePrivateKey(scan, at), at);
  const isBetweenDigits = isIn(scan.leftCode(at), DIGIT) && isIn(next, DIGIT);
  return orNext(isBetweenDigits ? hideDashedAddress(scan, at) : hidePrefixedKey(scan, at), at);
}

/** What percent-encodings of one sign mean, by their two digits. */
const ENCODED: ReadonlyMap<string, (scan: Scan, at: number, length: number) => number> = new Map([
  ['2E', (scan, at) => hideIpv4(scan, at)],
  ['3A', colonOfLength],
  ['3D', hideAssigned],
  ['40', hideEmail],
]);

const ENCODED_PLUS: typeof ENCODED = new Map([...ENCODED, ['2B', hidePhoneNumber]]);

function percent(detectors: typeof ENCODED): Detector {
  return (scan, at) => {
    const digits = at + (scan.text.startsWith('25', at + 1) ? 3 : 1);
    const detector = detectors.get(scan.text.slice(digits, digits + 2).toUpperCase());
    return detector ? orNext(detector(scan, at, digits + 2 - at), at) : at + 1;
  };
}

/** Where a number may begin: a payment card, or the check digits of an IBAN. */
function digit(scan: Scan, at: number): number {
  const before = scan.leftCode(at);
  const isIban = before >= 65 && before <= 90;
  const answer = isIban ? hideIban(scan, at) : hidePaymentCard(scan, at);
  return answer < 0 ? skip(scan.text, at, DIGIT) : answer;
}

/** The second letters of `AKIA`, `ASIA`, `AIza`, `AC…` and `SK…`. */
const SECOND: ReadonlySet<number> = new Set(Array.from('KSIC', (char) => char.charCodeAt(0)));

function fixedKey(scan: Scan, at: number): number {
  return SECOND.has(scan.code(at + 1)) ? orNext(hideFixedKey(scan, at), at) : at + 1;
}

function credentials(scan: Scan, at: number): number {
  const next = scan.code(at + 1) | 32;
  const third = scan.code(at + 2) | 32;
  const mayBe = (next === 101 && third === 97) || (next === 97 && third === 115);
  return mayBe ? orNext(hideCredentials(scan, at), at) : at + 1;
}

const DEFAULT: Readonly<Record<string, Detector>> = {
  '.': dot,
  ':': colon,
  '-': dash,
  '%': percent(ENCODED),
  '=': (scan, at) => orNext(hideAssigned(scan, at, 1), at),
  '@': (scan, at) => orNext(hideEmail(scan, at, 1), at),
  _: (scan, at) => orNext(hidePrefixedKey(scan, at), at),
  "'": (scan, at) => orNext(hideSqlPassword(scan, at), at),
  J: hideJwt,
  A: fixedKey,
  S: fixedKey,
  B: credentials,
  b: credentials,
};

const EXTENDED: Readonly<Record<string, Detector>> = {
  ...DEFAULT,
  ...Object.fromEntries(Array.from('0123456789', (char) => [char, digit])),
  '%': percent(ENCODED_PLUS),
  '+': (scan, at) => orNext(hidePhoneNumber(scan, at, 1), at),
};

/** A scanner of texts: one look per character finds those that a detector begins at. */
export function textScanner(profile: RedactionProfile): (text: string, before: string) => string {
  const entries = Object.entries(profile === 'extended' ? EXTENDED : DEFAULT);
  const detectors = [undefined, ...entries.map(([, detector]) => detector)];
  const triggers = new Uint8Array(65_536);
  entries.forEach(([char], index) => {
    triggers[char.charCodeAt(0)] = index + 1;
  });
  const pass = (text: string, before: string): Scan => {
    const scan = new Scan(text, before);
    const { length } = text;
    for (let at = 0; at < length; ) {
      const trigger = triggers[text.charCodeAt(at)] ?? 0;
      at = trigger === 0 ? at + 1 : (detectors[trigger]?.(scan, at) ?? at + 1);
    }
    return scan;
  };
  return (text, before) => {
    let redacted = text;
    for (let passes = 0; passes < MOST_PASSES; passes += 1) {
      const scan = pass(redacted, before);
      const next = scan.finish();
      if (next === redacted || (profile === 'default' && !scan.isEntangled)) return next;
      redacted = next;
    }
    return redacted;
  };
}

/** Few texts need a second pass, and hardly any a third: those where hidden ranges and odd words touch. */
const MOST_PASSES = 8;
