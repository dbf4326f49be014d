import { assertValidSchema, type GraphQLSchema } from 'graphql';
import type { Type } from '#googlesql';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { Registry } from '../../catalog/registry.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { createBuilder } from './builder.ts';
import { addEndpointField } from './endpoint-field.ts';
import { addEndpointsField } from './endpoints-field.ts';
import { addResultTypes } from './result-types.ts';
import { addSandboxField } from './sandbox-field.ts';
import { addScalars, scalarNames } from './scalars/add-scalars.ts';

/** The GraphQL schema of a set of endpoints: a root field each, the sandbox and the list. */
export function createSchema(endpoints: readonly PreparedEndpoint[]): GraphQLSchema {
  const builder = createBuilder();
  addScalars(builder, scalarNames(endpoints.flatMap(typesOf)));
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

const schemas = new WeakMap<Registry, GraphQLSchema>();

/** The schema of the endpoints that are served, made once. */
export function schemaOf(registry: Registry): GraphQLSchema {
  return getOrInsertComputed(schemas, registry, () => createSchema(registry.endpoints));
}

/** The types of an endpoint's parameters, and of the columns of its rows and its views. */
function typesOf({ declared, definition, views }: PreparedEndpoint): readonly Type[] {
  const own = definition.columns.filter(({ scalar }) => scalar === undefined);
  const ofViews = [...views.values()].flatMap(({ columns }) => columns);
  return [
    ...declared.values(),
    ...own.map(({ type }) => type.type),
    ...ofViews.map(({ type }) => type),
  ];
}
