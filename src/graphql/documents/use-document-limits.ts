import { type GraphQLError, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { documentError } from './document-limits.ts';
import { sourceError } from './source-limits.ts';

/**
 * Refuses documents beyond the limits with status 400, before they are parsed or validated.
 *
 * Errors reported by the parser or validation would be answered with 200 to clients that accept only
 * `application/json`; an error thrown after parsing keeps its own status.
 */
export function useDocumentLimits(): Plugin {
  return {
    onParse({ setParseFn }) {
      let refused: GraphQLError | undefined;
      // Not called for a document in Yoga's cache.
      setParseFn((source: string, options?: object) => {
        refused = sourceError(source);
        const document = refused ? undefined : parse(source, options);
        refused ??= document && documentError(document);
        if (refused) throw refused;
        return document;
      });
      return () => {
        if (refused) throw refused;
      };
    },
  };
}
