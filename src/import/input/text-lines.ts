import { attempt } from '../../values/attempt.ts';
import type { Entry } from './block-entry.ts';
import { type Block, MAX_LINE_BYTES } from './blocks.ts';
import { LineScanner, type RecordScanner } from './record-scanner.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = /^\uFEFF/;

/** The reasons why bytes are no text. */
export const TOO_LONG = 'The line is longer than 16 MiB';
const NOT_UTF8 = 'The line is not valid UTF-8';

/** The text of bytes; undefined if they are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  return attempt(() => decoder.decode(bytes));
}

/** The lines of a block that are not blank. */
export function* textLines({ bytes, firstLine }: Block): Generator<Entry> {
  if (!bytes) {
    yield { line: firstLine, content: undefined, problem: TOO_LONG, raw: () => ({}) };
    return;
  }
  const text = decodeText(bytes);
  if (text === undefined) yield* mixedLines(bytes, firstLine);
  else yield* linesOf(text, firstLine);
}

function* linesOf(text: string, firstLine: number): Generator<Entry> {
  const start = firstLine === 1 && BYTE_ORDER_MARK.test(text) ? 1 : 0;
  for (let line = firstLine, at = start; at < text.length; line += 1) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const content = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
    at = end + 1;
    if (content.trim() !== '') yield entryOf(line, content);
  }
}

function entryOf(line: number, content: string): Entry {
  // A UTF-16 unit has at most three bytes in UTF-8: shorter texts need no count.
  return content.length * 3 > MAX_LINE_BYTES && Buffer.byteLength(content) > MAX_LINE_BYTES
    ? { line, content: undefined, problem: TOO_LONG, raw: () => ({}) }
    : { line, content, raw: () => ({ text: content }) };
}

/** Lines of which some are not UTF-8. */
function* mixedLines(bytes: Uint8Array, firstLine: number): Generator<Entry> {
  for (const [i, part] of splitRecords(bytes, new LineScanner()).entries()) {
    const text = decodeText(part);
    if (text === undefined) yield undecodable(firstLine + i, part);
    else yield* linesOf(text, firstLine + i);
  }
}

/** An entry for bytes that are not UTF-8. */
export function undecodable(line: number, bytes: Uint8Array): Entry {
  const base64 = () => {
    const end = bytes.findLastIndex((byte) => byte !== NEWLINE && byte !== RETURN) + 1;
    return Buffer.from(bytes.subarray(0, end)).toString('base64');
  };
  return { line, content: undefined, problem: NOT_UTF8, raw: () => ({ base64: base64() }) };
}

/** Cuts bytes after each record. */
export function splitRecords(bytes: Uint8Array, scanner: RecordScanner): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let start = 0;
  scanner.scan(bytes, (end) => {
    parts.push(bytes.subarray(start, end));
    start = end;
  });
  if (start < bytes.length) parts.push(bytes.subarray(start));
  return parts;
}
