import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from './context.ts';

/** Adds the request id to every error, so that a client can quote it. */
export function useRequestId(): Plugin<object, Context> {
  return {
    onResultProcess({ result, serverContext: { requestId }, setResult }) {
      // Incremental results are not offered.
      if (Array.isArray(result) || Symbol.asyncIterator in result || !result.errors) return;
      setResult({ ...result, errors: result.errors.map((error) => withId(error, requestId)) });
    },
  };
}

function withId(error: GraphQLError, requestId: string): GraphQLError {
  const { message, nodes, source, positions, path, originalError, extensions } = error;
  return new GraphQLError(message, {
    ...(nodes && { nodes }),
    ...(source && { source }),
    ...(positions && { positions }),
    ...(path && { path }),
    ...(originalError && { originalError }),
    extensions: { ...extensions, requestId },
  });
}
