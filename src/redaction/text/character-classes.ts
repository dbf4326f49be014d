/** Character classes as bits, so that a test is one load and one `and`. */

/** `0` to `9`. */
export const DIGIT = 1;
/** `0` to `9`, `a` to `f`, `A` to `F`. */
export const HEX = 2;
/** ASCII letters, digits and `_`. */
export const WORD = 4;
/** The base64url alphabet. */
export const BASE64URL = 8;
/** Characters of an e-mail address's local part, without rare ones that other syntax uses. */
export const LOCAL_PART = 16;
/** Characters of a domain label. */
export const LABEL = 32;
/** Letters, digits and punctuation of parameter and header names. */
export const NAME = 64;
/** Blanks, tabs and line ends. */
export const SPACE = 128;

/** Characters that join words into one address, key or token. */
export const JOINING = 256;

/** ASCII letters. */
export const LETTER = 1024;
/** Characters of the authority of a URL except `@`: all but those that end it. */
export const USER = 512;

/** ASCII letters and digits as a list, for the neighbours of triggers. */
export const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const CLASSES = new Uint16Array(65_536).fill(USER, 128);

function add(bits: number, pattern: RegExp): void {
  for (let code = 0; code < 128; code += 1) {
    if (pattern.test(String.fromCharCode(code))) CLASSES[code] = (CLASSES[code] ?? 0) | bits;
  }
}

add(DIGIT, /[0-9]/);
add(HEX, /[0-9A-Fa-f]/);
add(WORD, /\w/);
add(BASE64URL, /[\w-]/);
add(LOCAL_PART, /[\w.%+'!#$*~^-]/);
add(LABEL, /[0-9A-Za-z-]/);
add(NAME, /[\w.-]/);
add(SPACE, /\s/);
add(LETTER, /[a-z]/i);
add(USER, /[^\s/?#"'`<>\\@]/);
add(JOINING, /[\w.@%+~:$-]/);
// Letters of other scripts; their punctuation would join an address with the words around it.
for (let code = 0xc0; code < 0xd800; code += 1) {
  const isPunctuation = (code >= 0x2000 && code < 0x2c00) || (code >= 0x3000 && code < 0x3040);
  if (!isPunctuation) CLASSES[code] = LOCAL_PART | LABEL | JOINING | USER;
}

/** Whether a character code is in any of the classes. */
export function isIn(code: number, classes: number): boolean {
  // The mask maps NaN (past the end of a text) to an index: an out-of-bounds load would slow down all loads.
  return ((CLASSES[code & 0xffff] ?? 0) & classes) !== 0;
}

/** The lowest index from `floor` on such that all characters from it up to `end` are in one of the classes. */
export function skipBack(text: string, end: number, classes: number, floor: number): number {
  let index = end;
  while (index > floor && isIn(text.charCodeAt(index - 1), classes)) index -= 1;
  return index;
}
