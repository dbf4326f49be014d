import { GraphQLError, type ValueNode } from 'graphql';
import { jsonExcerpt } from '#googlesql';

/** The error of a value that a scalar does not have, at its literal if it is one. */
export function badInput(
  scalar: string,
  value: unknown,
  hint: string,
  node: ValueNode | undefined,
): GraphQLError {
  return new GraphQLError(`${scalar} cannot be ${jsonExcerpt(value)}: it must be ${hint}`, {
    ...(node && { nodes: node }),
    extensions: { code: 'BAD_USER_INPUT' },
  });
}
