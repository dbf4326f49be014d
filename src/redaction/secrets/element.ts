import { GREATER, SLASH } from '../text/char-codes.ts';
import { LETTERS_AND_DIGITS } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { Pattern } from '../text/pattern.ts';
import { LEFT_CONTEXT, type Scan } from '../text/scan.ts';
import { isSecretName } from './secret-name.ts';

const END_TAG = new Pattern(/<\/(?:[\w-]{1,40}:)?([\w.-]{1,40})>/);

/** The maximum length of the content; a tag further to the left is not found. */
const MAX_LENGTH = 1_000;

/** The content of XML elements whose name marks a secret: `<password>…</password>`. */
export const element: Detector = {
  name: 'element',
  confidence: 'likely',
  triggers: [{ char: '<', next: '/' }],
  leads: ['</token>', 'a</token>', '<token>a</token>', '</', '</a:token>', '<token></token>'],
  isValue: true,
  find: findElement,
};

function findElement(scan: Scan, at: number): readonly Span[] {
  const name = scan.capture(END_TAG, at);
  if (name === undefined || !isSecretName(name)) return NONE;
  const floor = Math.max(scan.end, at - MAX_LENGTH);
  let start = at;
  while (start > floor && scan.code(start - 1) !== GREATER) start -= 1;
  if (start === floor) {
    // The start tag may stand before a part of the content that is hidden already; the next pass sees both.
    scan.needsAnotherPass ||= floor > 0 && floor === scan.end;
    return NONE;
  }
  return scan.slice(start, at).trim() === '' ? NONE : span(start, at);
}

/** A start tag up to its `>`; `Array<Token>` is none. */
const START_TAG = /(?:^|\W)<(?:[\w-]{1,40}:)?([\w.-]{1,40})(?:\s[^<>]*)?$/;
const CONTENT_END = new Pattern(/[<>"'`\\\r\n]/);
const NEXT_TAG = new Pattern(/</);

/** The content of such elements without an end tag, as in a truncated text: `<password>…`. */
export const openElement: Detector = {
  name: 'open-element',
  confidence: 'likely',
  triggers: [{ char: '>', next: LETTERS_AND_DIGITS, before: `${LETTERS_AND_DIGITS}"'` }],
  leads: ['<token>', '<token>a', '<a:token b="c">', '<token>a>', '<token>"'],
  isValue: true,
  find: findOpenElement,
};

function findOpenElement(scan: Scan, at: number): readonly Span[] {
  const name = START_TAG.exec(scan.left(at, LEFT_CONTEXT))?.[1];
  if (name === undefined || !isSecretName(name)) return NONE;
  const next = scan.find(NEXT_TAG, at);
  if (scan.code(next + 1) === SLASH) {
    scan.dependOn(next + 2);
    return NONE;
  }
  const end = scan.find(CONTENT_END, at + 1);
  return end > at + 1 ? span(at + 1, end) : NONE;
}
