import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { yieldToEventLoop } from '../../async/yield-to-event-loop.ts';

/** Data with more items in its lists is written item by item. */
const MAX_ITEMS_AT_ONCE = 50;

/** Characters kept as text before they become bytes; a megabyte takes about a millisecond. */
const PIECE_LENGTH = 250_000;

/**
 * Writes the data of large results in slices of the event loop: a thousand rows with all their members are 13 MB of
 * JSON, which would hold it for 50 ms. Stands behind the plugins that change a result.
 */
export function useYieldingJson(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      // Lists and incremental results are not offered.
      if (Array.isArray(result) || Symbol.asyncIterator in result) return undefined;
      if (countItems(result.data) <= MAX_ITEMS_AT_ONCE) return undefined;
      return jsonPieces(result.data).then((data) => {
        // Yoga makes a response of what this returns, for which bytes are as good as a text.
        const stringify = (shown: ExecutionResult) => withData(shown, data) as unknown as string;
        setResult({ ...result, stringify });
      });
    },
  };
}

/** The number of items in a value's outermost lists. */
function countItems(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + countItems(member), 0);
}

/** The JSON of a result, given that of its data. */
function withData(result: ExecutionResult, data: readonly Buffer[]): Buffer {
  const others = JSON.stringify({ ...result, data: undefined }).slice(0, -1);
  const before = others === '{' ? others : `${others},`;
  return Buffer.concat([Buffer.from(`${before}"data":`), ...data, Buffer.from('}')]);
}

async function jsonPieces(value: unknown): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  let text = '';
  for await (const part of jsonParts(value)) {
    text += part;
    if (text.length < PIECE_LENGTH) continue;
    pieces.push(Buffer.from(text));
    text = '';
  }
  return [...pieces, Buffer.from(text)];
}

/** The JSON of a value in parts, yielding to the event loop before each item of its outermost lists. */
function jsonParts(value: unknown): Iterable<string> | AsyncIterable<string> {
  if (Array.isArray(value)) return listParts(value);
  if (typeof value === 'object' && value !== null) return objectParts(value);
  return [JSON.stringify(value)];
}

async function* listParts(items: readonly unknown[]): AsyncGenerator<string> {
  yield '[';
  for (const [index, item] of items.entries()) {
    await yieldToEventLoop();
    yield index === 0 ? JSON.stringify(item) : `,${JSON.stringify(item)}`;
  }
  yield ']';
}

async function* objectParts(members: object): AsyncGenerator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonParts(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
