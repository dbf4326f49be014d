import { eachYielding } from '../async/yield-to-event-loop.ts';
import { TextPieces } from './encode.ts';

/** A value with more items in its outermost lists is written item by item. */
const MAX_ITEMS_AT_ONCE = 50;

/** A text with more characters is written in parts. */
const MAX_TEXT_AT_ONCE = 250_000;

/** Whether writing a value at once might hold the event loop for long. */
export function isLongJson(value: unknown): boolean {
  return countItems(value) > MAX_ITEMS_AT_ONCE;
}

/** The number of items in a value's outermost lists. */
function countItems(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + countItems(member), 0);
}

/** The JSON of a value, as `JSON.stringify` writes it, in slices of the event loop. */
export async function jsonPieces(value: unknown): Promise<readonly Buffer[]> {
  const text = new TextPieces();
  const pieces: Buffer[] = [];
  for await (const part of eachYielding(jsonParts(value))) {
    const piece = text.add(part);
    if (piece) pieces.push(piece);
  }
  return [...pieces, text.rest()];
}

/** The JSON of a value in parts; each item of its outermost lists is one. */
function* jsonParts(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    let before = '[';
    for (const item of value) {
      yield `${before}${JSON.stringify(item) ?? 'null'}`;
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (typeof value === 'object' && value !== null) {
    yield* objectParts(value);
  } else if (typeof value === 'string') {
    yield* textParts(value);
  } else {
    yield JSON.stringify(value);
  }
}

function* objectParts(members: object): Generator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(members)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonParts(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* textParts(text: string): Generator<string> {
  yield '"';
  for (let start = 0; start < text.length; ) {
    const end = start + MAX_TEXT_AT_ONCE;
    // Half a surrogate pair would be escaped.
    const isWithinPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    const part = text.slice(start, isWithinPair ? end - 1 : end);
    yield JSON.stringify(part).slice(1, -1);
    start += part.length;
  }
  yield '"';
}
