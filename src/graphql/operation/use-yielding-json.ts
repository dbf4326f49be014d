import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { eachYielding } from '../../async/yield-to-event-loop.ts';
import { TextPieces } from '../../values/encode.ts';

/** Data with more items in its lists is written item by item. */
const MAX_ITEMS_AT_ONCE = 50;

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
        const stringify = (final: ExecutionResult) => withData(final, data) as unknown as string;
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
      yield `${before}${JSON.stringify(item)}`;
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (typeof value === 'object' && value !== null) {
    yield* objectParts(value);
  } else {
    yield JSON.stringify(value);
  }
}

function* objectParts(members: object): Generator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonParts(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
