import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import type { Type } from '../../../src/googlesql/types.ts';
import { camelCase } from '../../../src/project/names.ts';
import type { Gateway } from '../../support/gateway.ts';
import { graphqlValue } from '../../support/graphql-value.ts';
import type { RowObject } from './answers.ts';
import { SHOP_FOLDER } from './open-shop.ts';
import type { ShopRequest } from './requests.ts';

/** The schema that the example has committed. */
const SCHEMA = buildSchema(readFileSync(join(SHOP_FOLDER, 'schema/schema.graphql'), 'utf8'));

/** An operation with one field, its arguments as variables. */
export interface Operation {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The operation of a request, with every field of the rows selected. */
export function operationOf({ endpoint, arguments: sent }: ShopRequest): Operation {
  const field = SCHEMA.getQueryType()?.getFields()[camelCase(endpoint)];
  if (!field) throw new Error(`The schema has no field for "${endpoint}"`);
  const variables = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [camelCase(name), value]),
  );
  const used = field.args.filter(({ name }) => name in variables);
  const declared = used.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const inBraces = (text: string) => (text === '' ? '' : `(${text})`);
  const { rows, row } = fieldsOf(field.type);
  const part = rows ? 'rows' : 'row';
  const selection = selectionOf((rows ?? row)?.type);
  const document = `query${inBraces(declared)} { answer: ${field.name}${inBraces(given)} { ${part}${selection} truncated } }`;
  return { document, variables };
}

function fieldsOf(type: GraphQLOutputType) {
  const named = getNamedType(type);
  return isObjectType(named) ? named.getFields() : {};
}

/** All fields below a type; nothing of a scalar. */
function selectionOf(type: GraphQLOutputType | undefined): string {
  const fields = type ? Object.values(fieldsOf(type)) : [];
  if (fields.length === 0) return '';
  return ` { ${fields.map((one) => `${one.name}${selectionOf(one.type)}`).join(' ')} }`;
}

/** The rows of an answer of GraphQL. */
export async function graphqlRows(
  { graphql }: Gateway,
  request: ShopRequest,
): Promise<readonly RowObject[]> {
  const { document, variables } = operationOf(request);
  const { data, errors } = await graphql<{
    readonly answer: { readonly rows?: readonly RowObject[]; readonly row?: RowObject | null };
  }>(document, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  const { row, rows } = data.answer;
  return rows ?? (row ? [row] : []);
}

/** What GraphQL has of rows of the REST path. */
export function asGraphql(
  columns: readonly { readonly name: string; readonly type: Type }[],
  rows: readonly RowObject[],
): readonly RowObject[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name, type }) => [camelCase(name), graphqlValue(type, row[name])]),
    ),
  );
}
