import type { Random } from '../../../fuzz/random.ts';
import forms from './published-keys.json' with { type: 'json' };

/**
 * Keys whose form their makers publish: letters, digits and signs as they stand, and `{kind length}` for what differs.
 * Kinds: `a` letters and digits, `l` small letters and digits, `u` capitals and digits, `s` small letters, `h` hexadecimal
 * digits, `d` digits, `b` base64url, `B` base64.
 */
export const PUBLISHED_KEYS: Readonly<Record<string, string>> = forms;

const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const CAPITALS = SMALL.toUpperCase();
const KINDS: Readonly<Record<string, string>> = {
  a: SMALL + CAPITALS + DIGITS,
  l: SMALL + DIGITS,
  u: `${CAPITALS}234567`,
  s: SMALL,
  h: `${DIGITS}abcdef`,
  d: DIGITS,
  b: `${SMALL}${CAPITALS}${DIGITS}-_`,
  B: `${SMALL}${CAPITALS}${DIGITS}+/`,
};

/** A key of a published form; it begins and ends with a letter or digit, so that no sign beside it is in doubt. */
export function randomKey(random: Random, form: string): string {
  return form.replace(/\{(\w) (\d+)\}/g, (_, kind: string, length: string) => {
    const signs = Array.from(KINDS[kind] ?? '');
    const plain = signs.filter((sign) => /\w/.test(sign) && sign !== '_');
    return Array.from({ length: Number(length) }, (_sign, i) =>
      random.pick(i === 0 || i === Number(length) - 1 ? plain : signs),
    ).join('');
  });
}
