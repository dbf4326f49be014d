import { beginsWord } from '../text/boundary.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

/** A key format identified by characters in its middle. */
interface SplitForm {
  readonly before: RegExp;
  /** The maximum number of characters before the trigger. */
  readonly maxBefore: number;
  /** The part that starts at the trigger. */
  readonly pattern: RegExp;
}

/** Terraform, Telegram, Mailchimp, Entra ID, MaxMind. */
const FORMS: Readonly<Record<string, SplitForm>> = {
  '.': { before: /[A-Za-z0-9]{14}$/, maxBefore: 14, pattern: /\.atlasv1\.[\w=-]{50,80}/y },
  ':': { before: /\d{8,10}$/, maxBefore: 10, pattern: /:AA[\w-]{32,34}(?![\w-])/y },
  '-': { before: /[0-9a-f]{32}$/, maxBefore: 32, pattern: /-us\d{1,2}(?!\w)/y },
  '~': { before: /[\w.~-]{3}\dQ$/, maxBefore: 5, pattern: /~[\w.~-]{31,34}(?![\w.~-])/y },
  _: { before: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/, maxBefore: 36, pattern: /_mmk(?!\w)/y },
};

/** Keys identified by characters in their middle: `….atlasv1.…`, `123456789:AA…`, `…-us21`. */
export const splitKey: Detector = {
  name: 'split-key',
  confidence: 'certain',
  triggers: [
    { char: '.', next: 'a' },
    { char: ':', next: 'A' },
    { char: '-', next: 'u' },
    { char: '~', before: 'Q' },
    { char: '_', next: 'm' },
  ],
  find: findSplitKey,
};

function findSplitKey(scan: Scan, at: number): readonly Span[] {
  const form = FORMS[scan.text.charAt(at)];
  if (!form) return NONE;
  form.pattern.lastIndex = at;
  if (!form.pattern.test(scan.text)) return NONE;
  const left = scan.text.slice(Math.max(scan.end, at - form.maxBefore), at);
  const length = form.before.exec(left)?.[0].length ?? 0;
  // Telegram API URLs have the bot's token directly after "bot".
  const isWord = beginsWord(scan, at - length) || scan.left(at - length, 4) === '/bot';
  return length > 0 && isWord ? span(at - length, form.pattern.lastIndex) : NONE;
}
