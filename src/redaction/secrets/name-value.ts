import { LOWER_U } from '../text/char-codes.ts';
import { Pattern } from '../text/pattern.ts';
import { LEFT_CONTEXT, type Scan } from '../text/scan.ts';
import { isSecretName } from './secret-name.ts';

/** Members whose string names a sibling member's value. */
const NAMES: ReadonlySet<string> = new Set(['name', 'key']);
const VALUES: ReadonlySet<string> = new Set(['value', 'stringvalue']);
const MAX_LENGTH = 12;

/** Whether a member names its sibling's value: `name` in `{"name":"password","value":"…"}`. */
export function isPairName(name: string): boolean {
  return (name.length === 3 || name.length === 4) && NAMES.has(name.toLowerCase());
}

/** Whether a member holds the named value: `value` in `{"name":"password","value":"…"}`. */
export function isPairValue(name: string): boolean {
  // "u" as the last letter but one rules out most names.
  if ((name.charCodeAt(name.length - 2) | 32) !== LOWER_U) return false;
  return name.length < MAX_LENGTH && VALUES.has(name.toLowerCase().replace('_', ''));
}

const QUOTE = `\\\\{0,15}["'\`]`;
/** `"name":"password",` and `key='password' ` before a member. */
const BEFORE = new RegExp(
  `(?:name|key)(?:${QUOTE})?\\s?[:=]\\s?${QUOTE}([\\w.-]{1,40})${QUOTE}[\\s,]{1,3}(?:${QUOTE})?$`,
  'i',
);
/** `name=password&` before a parameter. */
const FORM_BEFORE = /(?:^|[^\w.-])(?:name|key)=([\w.-]{1,40})&$/i;
/** `&name=password` after a value. */
const FORM_NEXT = new Pattern(/&(?:name|key)=([\w.-]{1,40})/i);
/** `,"name":"password"` after a value. */
const NEXT_MEMBER = new Pattern(
  new RegExp(
    `${QUOTE}[\\s,]{1,3}(?:${QUOTE})?(?:name|key)(?:${QUOTE})?\\s?[:=]\\s?${QUOTE}([\\w.-]{1,40})${QUOTE}`,
    'i',
  ),
);

/** Whether the member before or after the member `value` of a flat text names a secret. */
export function isSecretPair(scan: Scan, member: number, valueEnd: number): boolean {
  const left = scan.left(member, LEFT_CONTEXT);
  const before = (BEFORE.exec(left) ?? FORM_BEFORE.exec(left))?.[1];
  if (before !== undefined) return isSecretName(before);
  const next = scan.capture(NEXT_MEMBER, valueEnd) ?? scan.capture(FORM_NEXT, valueEnd);
  return next !== undefined && isSecretName(next);
}
