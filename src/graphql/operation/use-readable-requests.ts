import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';

/** Answers what cannot be read with 400, where Yoga takes it for a fault of ours or would read it at any cost. */
export function useReadableRequests(): Plugin<object, Context> {
  return {
    onRequestParse({ requestParser, setRequestParser, serverContext: { unreadable } }) {
      if (unreadable !== undefined) throw badRequest(unreadable);
      if (!requestParser) return;
      setRequestParser(async (request) => {
        try {
          return await requestParser(request);
        } catch (error) {
          // Of a form and a URL Yoga parses variables and extensions, and forgets that they may be no JSON.
          if (error instanceof SyntaxError) throw badRequest('A parameter is not valid JSON');
          throw error;
        }
      });
    },
  };
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}
