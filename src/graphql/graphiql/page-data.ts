import { type GraphQLSchema, printSchema } from 'graphql';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { camelCase } from '../../endpoint/letter-case.ts';
import { isRequired } from '../../endpoint/spelling.ts';
import type { PageArgument, PageData, PageEndpoint } from '../../graphiql/page/page-data.ts';

/** What the page learns of the service with a key: no more than introspection tells every key. */
export function pageData(endpoints: readonly PreparedEndpoint[], schema: GraphQLSchema): PageData {
  return { endpoints: endpoints.map(pageEndpoint), schema: printSchema(schema) };
}

function pageEndpoint({ definition, open }: PreparedEndpoint): PageEndpoint {
  const { name, description = '', parameters, columns, exampleSql, settings } = definition;
  const [view] = open.views?.ctes ?? [];
  const sql = exampleSql ?? (view && `SELECT *\nFROM ${view.name.name}\nLIMIT 10`);
  return {
    name,
    description,
    field: camelCase(name),
    arguments: Object.entries(parameters)
      .filter(([, { type }]) => isRequired(type))
      .map(([parameter, { example = '', values }]): PageArgument => {
        const argument = { name: camelCase(parameter), parameter, example };
        return values ? { ...argument, values } : argument;
      }),
    columns: Object.entries(columns).map(([column, spec]) =>
      'type' in spec ? camelCase(column) : `${camelCase(column)}Json`,
    ),
    ...(settings.sandbox && sql !== undefined && { sql }),
    showsSql: settings.sandbox && exampleSql !== undefined,
  };
}
