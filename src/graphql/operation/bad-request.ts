import { GraphQLError } from 'graphql';

/** The error of a request that is refused as a whole, with status 400 whatever the client accepts. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}
