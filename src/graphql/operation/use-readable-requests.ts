import type { Plugin } from 'graphql-yoga';
import { badRequest } from './bad-request.ts';
import type { Context } from './context.ts';

/** Answers 400 to unreadable requests, where Yoga would answer 500 or parse a body of any depth. */
export function useReadableRequests(): Plugin<object, Context> {
  return {
    onRequestParse({ requestParser, setRequestParser, serverContext: { unreadable } }) {
      if (unreadable !== undefined) throw badRequest(unreadable);
      if (!requestParser) return;
      setRequestParser(async (request) => {
        try {
          return await requestParser(request);
        } catch (error) {
          // Yoga parses `variables` and `extensions` of forms and URLs as JSON without catching syntax errors.
          if (error instanceof SyntaxError) throw badRequest('A parameter is not valid JSON');
          throw error;
        }
      });
    },
  };
}
