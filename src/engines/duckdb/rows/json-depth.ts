import { FieldstoneError } from '../../../errors.ts';

/** BigQuery's limit. Encoding values of some thousand levels as JSON would overflow the stack. */
const MAX_JSON_DEPTH = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Change of depth by character code: `[` and `{`, `]` and `}`. */
const STEPS: Readonly<Record<number, number>> = { 91: 1, 123: 1, 93: -1, 125: -1 };

/** Returns the text of a JSON value; throws `SQL_INVALID` if it is nested too deeply. */
export function shallowJson(text: string): string {
  if (text.length > MAX_JSON_DEPTH && depthOf(text) > MAX_JSON_DEPTH) {
    throw new FieldstoneError(
      'SQL_INVALID',
      `The result has a JSON value that is nested more than ${MAX_JSON_DEPTH} levels deep`,
    );
  }
  return text;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else depth += STEPS[code] ?? 0;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/** Index of the quotation mark that closes the string starting at `start`. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text.charCodeAt(i) !== QUOTE) {
    i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
  }
  return i;
}
