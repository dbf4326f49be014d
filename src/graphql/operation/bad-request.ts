import { GraphQLError } from 'graphql';

/** The error of a request that is refused as a whole, with status 400 whatever the client accepts. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
  });
}

/** The error of a document that has more than `max` of something. */
export function tooLarge(what: string, max: number): GraphQLError {
  return badRequest(`This operation has more than ${max} ${what}, the most allowed`);
}
