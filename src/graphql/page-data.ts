import type { FastifyInstance } from 'fastify';
import { type GraphQLSchema, printSchema } from 'graphql';
import { selectionOf } from '../catalog/description/describe-columns.ts';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import type { Registry } from '../catalog/registry.ts';
import { exampleArgument } from '../endpoint/example-argument.ts';
import type { PageArgument, PageData, PageEndpoint } from '../pages/graphiql/page/page-data.ts';
import { camelCase } from '../project/names.ts';
import { getOrInsertComputed } from '../values/memory.ts';
import { schemaOf } from './schema/schema.ts';

/** What the page learns of the service with a key: no more than introspection tells every key. */
export function pageData(endpoints: readonly PreparedEndpoint[], schema: GraphQLSchema): PageData {
  return { endpoints: endpoints.map(pageEndpoint), schema: printSchema(schema) };
}

function pageEndpoint({ definition, open }: PreparedEndpoint): PageEndpoint {
  const {
    name,
    description = '',
    parameters,
    columns,
    exampleSql,
    field,
    returns,
    settings,
  } = definition;
  const [view] = open.views?.ctes ?? [];
  const sql = exampleSql ?? (view && `SELECT *\nFROM ${view.name.name}\nLIMIT 10`);
  return {
    name,
    description,
    field,
    arguments: Object.entries(parameters)
      .filter(([, { isRequired, default: other }]) => isRequired && other === undefined)
      .map(([parameter, spec]): PageArgument => {
        const { values } = spec;
        const example = exampleArgument(spec);
        const argument = { name: camelCase(parameter), parameter, example };
        return values ? { ...argument, values } : argument;
      }),
    columns: columns.map(({ field, recordName, type }) =>
      recordName ? `${field}Json` : selectionOf(field, type),
    ),
    ...(returns === 'one' && { rows: 'row' as const }),
    ...(settings.sandbox && sql !== undefined && { sql }),
    showsSql: settings.sandbox && exampleSql !== undefined,
  };
}

/** Adds the route at `path` that tells the page about the service, for callers with a key. */
export function addPageData(app: FastifyInstance, path: string, served: () => Registry): void {
  const texts = new WeakMap<Registry, string>();
  app.get(path, async (_, reply) => {
    const registry = served();
    const json = getOrInsertComputed(texts, registry, () =>
      JSON.stringify(pageData(registry.endpoints, schemaOf(registry))),
    );
    return reply
      .header('Content-Type', 'application/json; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(json);
  });
}
