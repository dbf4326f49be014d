import { attempt } from '../../values/attempt.ts';

const ESCAPE = /(?:\\x[0-9A-Fa-f]{2})+|\\["\\]/g;

/** The longest sequence of UTF-8. */
const MAX_SEQUENCE = 4;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A field of an access log without the escapes of Apache and nginx: `\"`, `\\`, and `\x22`. Bytes that are no UTF-8 keep
 * theirs, as do other escapes.
 */
export function unescapeField(field: string): string {
  return field.includes('\\')
    ? field.replace(ESCAPE, (text) => (text[1] === 'x' ? bytesText(text) : text.slice(1)))
    : field;
}

/** The text of escaped bytes that follow each other. */
function bytesText(escapes: string): string {
  const bytes = Buffer.from(escapes.replaceAll('\\x', ''), 'hex');
  const whole = attempt(() => decoder.decode(bytes));
  if (whole !== undefined) return whole;
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const [character, length] = characterAt(bytes, at) ?? [escapes.slice(4 * at, 4 * at + 4), 1];
    text += character;
    at += length;
  }
  return text;
}

/** The character that begins at a byte, and its length in bytes; undefined if none does. */
function characterAt(bytes: Buffer, at: number): readonly [string, number] | undefined {
  for (let length = 1; length <= MAX_SEQUENCE && at + length <= bytes.length; length += 1) {
    const character = attempt(() => decoder.decode(bytes.subarray(at, at + length)));
    if (character !== undefined) return [character, length];
  }
  return undefined;
}
