import { BACKSLASH, DIGIT_5, LOWER_M, PERCENT } from './char-codes.ts';
import { isIn, WORD } from './character-classes.ts';
import type { Scan } from './scan.ts';

/** Escapes, percent-encodings and terminal colours whose last letter is not part of the following word. */
const ESCAPE = /(?:\\[nrtbfv0]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%(?:25)*[0-9a-f]{2}|\[[\d;]{0,8}m)$/i;
const ESCAPE_LENGTH = 12;

/** Whether a word can begin at an index: no letter, digit or `_` of another word precedes it. */
export function beginsWord(scan: Scan, index: number): boolean {
  if (!isIn(scan.leftCode(index), WORD)) return true;
  return mayFollowEscape(scan, index) && ESCAPE.test(scan.left(index, ESCAPE_LENGTH));
}

/** What may stand before a word, for `Trigger.before`: no letter, digit or `_`, but those that can end an escape. */
export const BEFORE_WORD = Array.from({ length: 129 }, (_, code) => String.fromCharCode(code))
  .filter((char) => !/\w/.test(char) || /[0-9a-fmnrtv]/i.test(char))
  .join('');

/** A cheap first test: whether a sign stands where an escape that ends at an index would have one. */
function mayFollowEscape(scan: Scan, index: number): boolean {
  const third = scan.code(index - 3);
  return (
    scan.code(index - 2) === BACKSLASH ||
    third === PERCENT ||
    third === DIGIT_5 ||
    scan.code(index - 4) === BACKSLASH ||
    scan.code(index - 6) === BACKSLASH ||
    (scan.code(index - 1) | 32) === LOWER_M
  );
}

const HEAD = /(?:%(?:25)*|\\u|\\x|\\)$/i;
/** What a head may end with, such as the `5` of `%25`. */
const HEAD_ENDS: ReadonlySet<number> = new Set(
  Array.from('%\\uUxX5', (char) => char.charCodeAt(0)),
);
const ENCODED_DELIMITER = /^25(?:2[0267BCF]|3[ABCDE]|5B|7B)/i;

/**
 * The number of characters at the start of a run of letters and digits that complete an escape, such as `20` in
 * `%2010.0.0.1` and `n` in `\nroot@example.com`.
 */
export function escapeHead(scan: Scan, start: number): number {
  const code = scan.leftCode(start);
  if (!HEAD_ENDS.has(code)) return 0;
  const head = HEAD.exec(scan.left(start, 6))?.[0];
  if (head === undefined) return 0;
  if (head.startsWith('%')) return percentHead(scan, start);
  if (head.length === 2) return /x/i.test(head) ? 2 : 4;
  return backslashHead(scan, start);
}

function percentHead(scan: Scan, start: number): number {
  const head = scan.slice(start, start + 4);
  if (ENCODED_DELIMITER.test(head)) return 4;
  return /^[0-9a-f]{2}/i.test(head) ? 2 : 0;
}

function backslashHead(scan: Scan, start: number): number {
  const head = scan.slice(start, start + 5);
  if (/^u[0-9a-f]{4}/i.test(head)) return 5;
  if (/^x[0-9a-f]{2}/i.test(head)) return 3;
  return /^[nrtbfv]/.test(head) ? 1 : 0;
}
