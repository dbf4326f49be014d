import { type GraphQLOutputType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import type { Gateway } from './gateway.ts';

/** What GraphQL answers of a field: its rows or its row with all fields, but for the JSON of records, and the rest. */
export async function graphqlAnswer(
  { graphql }: Pick<Gateway, 'graphql'>,
  schema: GraphQLSchema,
  field: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { data, errors } = await graphql<{ readonly answer: Readonly<Record<string, unknown>> }>(
    documentOf(schema, field, args),
    args,
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.answer;
}

/** The operation of a field, its arguments as variables. */
export function documentOf(
  schema: GraphQLSchema,
  name: string,
  args: Readonly<Record<string, unknown>>,
): string {
  const field = schema.getQueryType()?.getFields()[name];
  if (!field) throw new Error(`The schema has no field "${name}"`);
  const used = field.args.filter((one) => one.name in args);
  const inBraces = (text: string) => (text === '' ? '' : `(${text})`);
  const declared = inBraces(used.map((one) => `$${one.name}: ${one.type}`).join(', '));
  const given = inBraces(used.map((one) => `${one.name}: $${one.name}`).join(', '));
  const fields = fieldsOf(field.type).filter((one) => one.name !== 'rowCount');
  const selection = fields.map((one) => `${one.name}${selectionOf(one.type)}`).join(' ');
  return `query${declared} { answer: ${name}${given} { ${selection} } }`;
}

function fieldsOf(type: GraphQLOutputType) {
  const named = getNamedType(type);
  if (!isObjectType(named)) return [];
  const all = Object.values(named.getFields());
  return all.filter(({ name }) => !all.some((other) => `${other.name}Json` === name));
}

/** All fields below a type; nothing of a scalar. */
function selectionOf(type: GraphQLOutputType): string {
  const fields = fieldsOf(type);
  if (fields.length === 0) return '';
  return ` { ${fields.map((one) => `${one.name}${selectionOf(one.type)}`).join(' ')} }`;
}
