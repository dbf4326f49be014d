import { isOrderable, shapeAbilities } from '../../catalog/description/shape-abilities.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { readShape, type Shape } from '../../execution/shaping/shape.ts';
import { pascalCase, upperSnakeCase } from '../../project/names.ts';
import type { Builder, QueryFields } from './builder.ts';

/** The arguments `limit` and `orderBy` of an endpoint's field, as far as it has them. */
export function shapeArguments(builder: Builder, endpoint: Endpoint) {
  const abilities = shapeAbilities(endpoint);
  const order = abilities.orderBy ? orderType(builder, endpoint) : undefined;
  return {
    declare: (t: QueryFields) => ({
      ...(abilities.limit && {
        limit: t.arg.int({
          required: false,
          description: `The most rows to answer, between 1 and ${endpoint.settings.maxRows}.`,
        }),
      }),
      ...(order && {
        orderBy: t.arg({
          type: [order],
          required: false,
          description:
            "What to order the rows by; rows that are equal in it are in the query's own order.",
        }),
      }),
    }),
    read: (args: Readonly<Record<string, unknown>>): Shape | undefined =>
      readShape(
        endpoint,
        {
          limit: abilities.limit ? args['limit'] : undefined,
          orderBy: (abilities.orderBy ? args['orderBy'] : undefined) as
            | readonly string[]
            | undefined,
        },
        'orderBy',
      ),
  };
}

/** An enum with two values for each column that rows can be ordered by; their internal form is that of the REST path. */
function orderType(builder: Builder, { columns, name }: Endpoint) {
  const values = columns.filter(isOrderable).flatMap((column) => {
    const value = upperSnakeCase(column.name);
    const of = `\`${column.name}\``;
    return [
      [`${value}_ASC`, { value: column.name, description: `By ${of}, NULL first.` }],
      [
        `${value}_DESC`,
        { value: `-${column.name}`, description: `By ${of} from the end, NULL last.` },
      ],
    ] as const;
  });
  return builder.enumType(`${pascalCase(name)}OrderBy`, {
    description: `What the rows of \`${name}\` can be ordered by.`,
    values: Object.fromEntries(values),
  });
}
