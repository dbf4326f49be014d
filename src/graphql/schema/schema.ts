import { assertValidSchema, type GraphQLSchema } from 'graphql';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { createBuilder } from './builder.ts';
import { addEndpointField } from './endpoint-field.ts';
import { addEndpointsField } from './endpoints-field.ts';
import { addResultTypes } from './result-types.ts';
import { addSandboxField } from './sandbox-field.ts';
import { addScalars } from './scalars.ts';

/** The GraphQL schema of a set of endpoints: a root field each, the sandbox and the list. */
export function createSchema(endpoints: readonly PreparedEndpoint[]): GraphQLSchema {
  const builder = createBuilder();
  addScalars(builder);
  builder.queryType({ description: 'Stored queries, one field each.' });
  const result = addResultTypes(builder);
  for (const endpoint of endpoints) addEndpointField(builder, result, endpoint);
  addSandboxField(builder, result);
  addEndpointsField(builder);
  // Keeps the declared order: `FIVE_MINUTES` before `SEVEN_DAYS`.
  const schema = builder.toSchema({ sortSchema: false });
  // The first request would do it otherwise, for 10 ms of the event loop; the result is cached.
  assertValidSchema(schema);
  return schema;
}
