import { type DocumentNode, type GraphQLError, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type DocumentLimits, documentErrors, tooLarge } from './document-limits.ts';

const TOKEN_LIMIT = /^Syntax Error: Document contains more than/;

/**
 * Refuses documents past the limits before validation looks at them, with status 400.
 *
 * What a parser or validator reports is answered with 200 to clients that accept only `application/json`; an error
 * thrown after parsing keeps its own status.
 */
export function useDocumentLimits(limits: DocumentLimits): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source: string, options?: object) =>
        parse(source, { ...options, maxTokens: limits.maxTokens }),
      );
      return ({ result }) => {
        const error = firstError(result, limits);
        if (error) throw error;
      };
    },
  };
}

function firstError(
  result: DocumentNode | Error | null,
  limits: DocumentLimits,
): GraphQLError | undefined {
  if (result instanceof Error) {
    return TOKEN_LIMIT.test(result.message) ? tooLarge('tokens', limits.maxTokens) : undefined;
  }
  return result ? documentErrors(result, limits)[0] : undefined;
}
