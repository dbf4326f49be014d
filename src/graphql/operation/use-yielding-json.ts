import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isLongJson, jsonPieces } from '../../values/json-pieces.ts';

/**
 * Writes the data of large results in slices of the event loop: a thousand rows with all their members are 13 MB of
 * JSON, which would hold it for 50 ms. Stands behind the plugins that change a result.
 */
export function useYieldingJson(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      // Lists and incremental results are not offered.
      if (Array.isArray(result) || Symbol.asyncIterator in result) return undefined;
      if (!isLongJson(result.data)) return undefined;
      return jsonPieces(result.data).then((data) => {
        // Yoga makes a response of what this returns, for which bytes are as good as a text.
        const stringify = (final: ExecutionResult) => withData(final, data) as unknown as string;
        setResult({ ...result, stringify });
      });
    },
  };
}

/** The JSON of a result, given that of its data. */
function withData(result: ExecutionResult, data: readonly Buffer[]): Buffer {
  const others = JSON.stringify({ ...result, data: undefined }).slice(0, -1);
  const before = others === '{' ? others : `${others},`;
  return Buffer.concat([Buffer.from(`${before}"data":`), ...data, Buffer.from('}')]);
}
