import { SLASH } from '../text/char-codes.ts';
import { LETTERS_AND_DIGITS } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { LEFT_CONTEXT, type Scan } from '../text/scan.ts';
import { isSecretName } from './secret-name.ts';

const END_TAG = /<\/(?:[\w-]{1,40}:)?([\w.-]{1,40})>/y;

/** The maximum length of the content; a tag further to the left is not found. */
const MAX_LENGTH = 1_000;

/** The content of XML elements whose name marks a secret: `<password>…</password>`. */
export const element: Detector = {
  name: 'element',
  confidence: 'likely',
  triggers: [{ char: '<', next: '/' }],
  isValue: true,
  find: findElement,
};

function findElement(scan: Scan, at: number): readonly Span[] {
  END_TAG.lastIndex = at;
  const name = END_TAG.exec(scan.text)?.[1];
  if (name === undefined || !isSecretName(name)) return NONE;
  const floor = Math.max(scan.end, at - MAX_LENGTH);
  const content = scan.text.slice(floor, at);
  const startTag = content.lastIndexOf('>');
  if (startTag < 0) {
    // The start tag may stand before a part of the content that is hidden already; the next pass sees both.
    scan.needsAnotherPass ||= floor > 0 && floor === scan.end;
    return NONE;
  }
  return content.slice(startTag + 1).trim() === '' ? NONE : span(floor + startTag + 1, at);
}

/** A start tag up to its `>`; `Array<Token>` is none. */
const START_TAG = /(?:^|\W)<(?:[\w-]{1,40}:)?([\w.-]{1,40})(?:\s[^<>]*)?$/;
const REST = /[^<>"'`\\\r\n]+/y;

/** The content of such elements without an end tag, as in a truncated text: `<password>…`. */
export const openElement: Detector = {
  name: 'open-element',
  confidence: 'likely',
  triggers: [{ char: '>', next: LETTERS_AND_DIGITS, before: `${LETTERS_AND_DIGITS}"'` }],
  isValue: true,
  find: findOpenElement,
};

function findOpenElement(scan: Scan, at: number): readonly Span[] {
  const name = START_TAG.exec(scan.left(at, LEFT_CONTEXT))?.[1];
  if (name === undefined || !isSecretName(name)) return NONE;
  const next = scan.text.indexOf('<', at);
  if (next >= 0 && scan.code(next + 1) === SLASH) {
    scan.dependOn(next + 2);
    return NONE;
  }
  REST.lastIndex = at + 1;
  return REST.test(scan.text) ? span(at + 1, REST.lastIndex) : NONE;
}
