import type { GraphQLSchema } from 'graphql';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { mayRun } from '../../catalog/registry.ts';
import { type Builder, createBuilder } from './builder.ts';
import { addEndpointField } from './endpoint-field.ts';
import { addResultTypes } from './result-types.ts';
import { addSandboxField } from './sandbox-field.ts';
import { addScalars } from './scalars.ts';

/** The GraphQL schema of a set of endpoints: one root field each, the sandbox and the list. */
export function createSchema(endpoints: readonly PreparedEndpoint[]): GraphQLSchema {
  const builder = createBuilder();
  addScalars(builder);
  builder.queryType({ description: 'Stored queries, one field each.' });
  const result = addResultTypes(builder);
  for (const endpoint of endpoints) addEndpointField(builder, result, endpoint);
  addSandboxField(builder, result);
  addEndpointsField(builder);
  // Declared order reads better than the alphabet: `FIVE_MINUTES` before `SEVEN_DAYS`.
  return builder.toSchema({ sortSchema: false });
}

function addEndpointsField(builder: Builder): void {
  const endpoint = builder.objectRef<PreparedEndpoint>('Endpoint').implement({
    description: 'A stored query that can be run.',
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Its UUID.',
        resolve: ({ definition }) => definition.id,
      }),
      name: t.string({
        nullable: false,
        description: 'Its dotted name.',
        resolve: ({ definition }) => definition.name,
      }),
      description: t.string({
        nullable: false,
        description: 'What it answers.',
        resolve: ({ definition }) => definition.description,
      }),
    }),
  });
  builder.queryField('endpoints', (t) =>
    t.field({
      type: [endpoint],
      nullable: false,
      description: 'The endpoints that the key may run.',
      resolve: (_, _args, { registry, caller }) =>
        registry.endpoints.filter((one) => mayRun(caller, one)),
    }),
  );
}
