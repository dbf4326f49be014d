import { beginsWord } from '../../text/boundary.ts';
import { DIGIT_1 } from '../../text/char-codes.ts';
import { type Detector, NONE, type Span, span, type Trigger } from '../../text/detector.ts';
import type { Scan } from '../../text/scan.ts';

/** A key format identified by characters in its middle. */
interface SplitForm {
  readonly trigger: Trigger;
  /** A character at a fixed distance from the trigger; rules out most places where the trigger is common. */
  readonly mark?: { readonly distance: number; readonly code: number };
  readonly before: RegExp;
  /** The maximum number of characters before the trigger. */
  readonly maxBefore: number;
  /** The part that starts at the trigger. */
  readonly pattern: RegExp;
}

const DIGITS = '0123456789';
const BASE64 = /[A-Za-z0-9+/]{76}$/;

const FORMS: readonly SplitForm[] = [
  // Terraform, Authress.
  {
    trigger: { char: '.', next: 'a' },
    before: /[A-Za-z0-9]{14}$/,
    maxBefore: 14,
    pattern: /\.atlasv1\.[\w=-]{50,80}/y,
  },
  {
    trigger: { char: '.', next: 'a' },
    before: /(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[a-z0-9]{4,6}$/,
    maxBefore: 46,
    pattern: /\.acc[_-][A-Za-z0-9-]{10,32}\.[\w+/=-]{30,120}/y,
  },
  // Yandex Dictionary, Translate and Predictor.
  {
    trigger: { char: '.', next: '1', before: 'lt' },
    before: /(?:dict|trnsl|pdct)$/,
    maxBefore: 5,
    pattern: /\.1\.1\.\d{8}T\d{6}Z\.[0-9a-f]{16}\.[0-9a-f]{40}/y,
  },
  // Telegram, Firebase Cloud Messaging, Tableau.
  {
    trigger: { char: ':', next: 'A' },
    before: /\d{8,10}$/,
    maxBefore: 10,
    pattern: /:AA[\w-]{32,34}(?![\w-])/y,
  },
  {
    trigger: { char: ':', next: 'A' },
    before: /AAAA[\w-]{7}$/,
    maxBefore: 11,
    pattern: /:APA91[\w-]{120,160}(?![\w-])/y,
  },
  {
    trigger: { char: ':', before: '=' },
    before: /[A-Za-z0-9+/]{22}==$/,
    maxBefore: 24,
    pattern: /:[A-Za-z0-9]{32}(?!\w)/y,
  },
  // Mailchimp.
  {
    trigger: { char: '-', next: 'u' },
    before: /[0-9a-f]{32}$/,
    maxBefore: 32,
    pattern: /-us\d{1,2}(?!\w)/y,
  },
  // Entra ID.
  {
    trigger: { char: '~', before: 'Q' },
    before: /[\w.~-]{3}\dQ$/,
    maxBefore: 5,
    pattern: /~[\w.~-]{31,34}(?![\w.~-])/y,
  },
  // ngrok: a KSUID, whose first digit is the year, and 128 random bits.
  {
    trigger: { char: '_', next: '01234567' },
    before: /[1-4][A-Za-z0-9]{26}$/,
    maxBefore: 27,
    pattern: /_\d[A-Za-z0-9]{20,21}(?!\w)/y,
  },
  // Zoho.
  {
    trigger: { char: '.', next: `${DIGITS}abcdef`, before: '0' },
    mark: { distance: -4, code: DIGIT_1 },
    before: /1000$/,
    maxBefore: 4,
    pattern: /\.[0-9a-f]{32}\.[0-9a-f]{32}(?!\w)/y,
  },
  // MaxMind.
  {
    trigger: { char: '_', next: 'm' },
    before: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/,
    maxBefore: 36,
    pattern: /_mmk(?!\w)/y,
  },
  // Amazon's marketplace and login.
  {
    trigger: { char: 'z', next: 'n', before: 'm' },
    before: /am$/,
    maxBefore: 2,
    pattern: /zn(?:\.mws\.[0-9a-f-]{36}|1\.oa2-cs\.v1\.[0-9a-f]{64})(?![\w-])/y,
  },
  // Grafana's older keys: JSON in base64 that starts with `{"k":"`.
  {
    trigger: { char: 'J', next: 'r', before: 'y' },
    before: /ey$/,
    maxBefore: 2,
    pattern: /JrIjoi[\w+/]{40,400}={0,3}(?![\w.+/=-])/y,
  },
  // Facebook, Braintree, Salesforce.
  {
    trigger: { char: '|', before: DIGITS },
    before: /\d{15,17}$/,
    maxBefore: 17,
    pattern: /\|(?=[\w-]{0,26}\d)(?=[\w-]{0,26}[A-Z])[\w-]{27}(?![\w-])/y,
  },
  {
    trigger: { char: '$', next: 'ps', before: 'n' },
    before: /access_token$/,
    maxBefore: 12,
    pattern: /\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}(?!\w)/y,
  },
  {
    trigger: { char: '!', next: 'A' },
    before: /00[A-Za-z0-9]{13,16}$/,
    maxBefore: 18,
    pattern: /![\w.]{80,120}(?![\w.])/y,
  },
  // New Relic.
  {
    trigger: { char: 'N', next: 'R' },
    before: /[0-9a-z]{36}$/,
    maxBefore: 36,
    pattern: /NRAL(?!\w)/y,
  },
  // Microsoft marks the keys of its services at a fixed place.
  {
    trigger: { char: 'J', next: 'Q' },
    before: /[A-Za-z0-9]{52}$/,
    maxBefore: 52,
    pattern: /JQQJ99[A-Za-z0-9]{20,32}(?!\w)/y,
  },
  {
    trigger: { char: 'A', next: 'Z' },
    before: /[A-Za-z0-9]{76}$/,
    maxBefore: 76,
    pattern: /AZDO[A-Za-z0-9]{4}(?!\w)/y,
  },
  {
    trigger: { char: 'A', next: 'z' },
    before: /[\w-]{44}$/,
    maxBefore: 44,
    pattern: /AzFu[\w-]{5}[AQgw]==/y,
  },
  {
    trigger: { char: 'A', next: 'z' },
    before: /[A-Za-z0-9]{42}$/,
    maxBefore: 42,
    pattern: /AzSe[A-D][A-Za-z0-9]{5}(?!\w)/y,
  },
  {
    trigger: { char: 'A', next: 'IZz' },
    before: /[A-Za-z0-9+/]{33}$/,
    maxBefore: 33,
    pattern: /A(?:IoT|ZEG|zCa)[A-P][A-Za-z0-9+/]{5}=/y,
  },
  {
    trigger: { char: '+', next: 'A' },
    before: /[A-Za-z0-9+/]{33}$/,
    maxBefore: 33,
    pattern: /\+A(?:Sb|Eh|Rm)[A-P][A-Za-z0-9+/]{5}=/y,
  },
  {
    trigger: { char: '+', next: 'A' },
    before: /[A-Za-z0-9+/]{42}$/,
    maxBefore: 42,
    pattern: /\+ACR[A-D][A-Za-z0-9+/]{5}(?![\w+/])/y,
  },
  {
    trigger: { char: '+', next: 'A' },
    before: BASE64,
    maxBefore: 76,
    pattern: /\+A(?:St|Ba|MC)[A-Za-z0-9+/]{5}[AQgw]==/y,
  },
  {
    trigger: { char: 'A', next: 'CP' },
    before: BASE64,
    maxBefore: 76,
    pattern: /A(?:CDb|PIM)[A-Za-z0-9+/]{5}[AQgw]==/y,
  },
];

/** Forms by their trigger's character and the next one. */
const FORMS_OF: (readonly SplitForm[] | undefined)[] = [];

for (let code = 0; code < 128 * 128; code += 1) {
  const char = String.fromCharCode(code >> 7);
  const next = String.fromCharCode(code & 127);
  const forms = FORMS.filter(
    ({ trigger }) => trigger.char === char && (trigger.next?.includes(next) ?? true),
  );
  FORMS_OF.push(forms.length > 0 ? forms : undefined);
}

function placeOf(code: number, next: number): number {
  return code * 128 + (next & 127);
}

/** Keys identified by characters in their middle: `….atlasv1.…`, `123456789:AA…`, `…-us21`. */
export const splitKey: Detector = {
  name: 'split-key',
  confidence: 'certain',
  triggers: triggers(),
  find: findSplitKey,
};

/** One trigger for all forms that share a character and what precedes it, so that none is tried twice. */
function triggers(): readonly Trigger[] {
  const all = FORMS.map(({ trigger }) => trigger);
  const groups = Map.groupBy(all, ({ char, before }) => `${char}${before}`).values();
  return Array.from(groups, (group) => {
    const [{ next: _, ...first }] = group as [Trigger, ...Trigger[]];
    const nexts = group.map(({ next }) => next);
    return nexts.includes(undefined) ? first : { ...first, next: nexts.join('') };
  });
}

function findSplitKey(scan: Scan, at: number): readonly Span[] {
  for (const form of FORMS_OF[placeOf(scan.code(at), scan.code(at + 1))] ?? []) {
    if (form.mark && scan.code(at + form.mark.distance) !== form.mark.code) continue;
    form.pattern.lastIndex = at;
    if (!form.pattern.test(scan.text)) continue;
    const start = startOf(form, scan, at);
    if (start >= 0) return span(start, form.pattern.lastIndex);
  }
  return NONE;
}

/** The start of the key whose second part starts at `at`, or -1. */
function startOf({ before, maxBefore }: SplitForm, scan: Scan, at: number): number {
  const left = scan.text.slice(Math.max(scan.end, at - maxBefore), at);
  const length = before.exec(left)?.[0].length ?? 0;
  if (length === 0) return -1;
  // Telegram API URLs have the bot's token directly after "bot".
  const isWord = beginsWord(scan, at - length) || scan.left(at - length, 4) === '/bot';
  return isWord ? at - length : -1;
}
