import { parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type DocumentLimits, documentErrors } from './document-limits.ts';
import { sourceError } from './source-limits.ts';

/**
 * Refuses documents past the limits before the parser or validation look at them, with status 400.
 *
 * What a parser or validator reports is answered with 200 to clients that accept only `application/json`; an error
 * thrown after parsing keeps its own status.
 */
export function useDocumentLimits(limits: DocumentLimits): Plugin {
  return {
    onParse({ setParseFn }) {
      let refused: Error | undefined;
      setParseFn((source: string, options?: object) => {
        refused = sourceError(source, limits);
        if (refused) throw refused;
        return parse(source, options);
      });
      return ({ result }) => {
        if (refused) throw refused;
        const [error] = result instanceof Error || !result ? [] : documentErrors(result, limits);
        if (error) throw error;
      };
    },
  };
}
