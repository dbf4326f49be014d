import { type GraphQLError, parse } from 'graphql';
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
      let refused: GraphQLError | undefined;
      // Not called for a document that Yoga has kept.
      setParseFn((source: string, options?: object) => {
        refused = sourceError(source, limits);
        const document = refused ? undefined : parse(source, options);
        refused ??= document && documentErrors(document, limits)[0];
        if (refused) throw refused;
        return document;
      });
      return () => {
        if (refused) throw refused;
      };
    },
  };
}
