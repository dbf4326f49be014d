import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import { camelCase, upperSnakeCase } from '../../../../src/project/names.ts';
import type { RandomRequest } from '../requests.ts';
import type { Field, Value } from '../types.ts';
import { elementOf, scalarOf } from '../values.ts';

/** An operation of GraphQL. */
export interface Operation {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** An argument: as a variable, and as a document has it; JSON, of which not every value is a literal, has no `literal`. */
interface Argument {
  readonly name: string;
  readonly variable: unknown;
  readonly literal: string | undefined;
}

/**
 * The operation of a request, in which all fields of the rows are selected. Its arguments are variables, or `literals` in
 * the document.
 */
export function operationOf(
  schema: GraphQLSchema,
  request: RandomRequest,
  form: 'variables' | 'literals',
): Operation {
  const field = fieldOf(schema, request);
  const sent = argumentsOf(request).map(({ name, variable, literal }) => {
    const isVariable = form === 'variables' || literal === undefined;
    return { name, variable, isVariable, written: isVariable ? `$${name}` : literal };
  });
  const variables = sent.filter(({ isVariable }) => isVariable);
  const typeOf = (own: string) => field.args.find(({ name }) => name === own)?.type;
  const declared = variables.map(({ name }) => `$${name}: ${typeOf(name)}`).join(', ');
  const given = sent.map(({ name, written }) => `${name}: ${written}`).join(', ');
  return {
    document: `query${inBraces(declared)} ${answerOf(field, given, request)}`,
    variables: Object.fromEntries(variables.map(({ name, variable }) => [name, variable])),
  };
}

function fieldOf(
  schema: GraphQLSchema,
  { endpoint }: RandomRequest,
): GraphQLField<unknown, unknown> {
  const field = schema.getQueryType()?.getFields()[camelCase(endpoint.name)];
  if (!field) throw new Error(`The schema has no field for "${endpoint.name}"`);
  return field;
}

function argumentsOf({ endpoint, sent, shape }: RandomRequest): readonly Argument[] {
  const own = endpoint.parameters.flatMap(({ field }): readonly Argument[] => {
    const value = sent.get(field.name);
    if (value === undefined) return [];
    const literal = field.kind === 'JSON' ? undefined : literalOf(field, value);
    return [{ name: camelCase(field.name), variable: variableOf(field, value), literal }];
  });
  const orders = shape.orderBy.map(
    ({ column, isDescending }) => `${upperSnakeCase(column.name)}_${isDescending ? 'DESC' : 'ASC'}`,
  );
  const { limit } = shape;
  return [
    ...own,
    ...(limit === undefined ? [] : [{ name: 'limit', variable: limit, literal: `${limit}` }]),
    ...(orders.length === 0 ? [] : [{ name: 'orderBy', variable: orders, literal: `[${orders}]` }]),
  ];
}

function variableOf(field: Field, value: Value): unknown {
  if (field.mode === 'REPEATED') {
    const element = elementOf(field);
    return (value as readonly Value[]).map((item) => variableOf(element, item));
  }
  const { json, variable = (one: Value) => JSON.parse(json(one)) } = scalarOf(field);
  return variable(value);
}

function literalOf(field: Field, value: Value): string {
  if (field.mode === 'REPEATED') {
    const element = elementOf(field);
    return `[${(value as readonly Value[]).map((item) => literalOf(element, item)).join(', ')}]`;
  }
  // An integer of any size is a literal.
  return field.kind === 'INT64' ? String(value) : JSON.stringify(variableOf(field, value));
}

const inBraces = (text: string) => (text === '' ? '' : `(${text})`);

function answerOf(
  { name, type }: GraphQLField<unknown, unknown>,
  given: string,
  { selected }: RandomRequest,
): string {
  const { row, rows } = fieldsOf(type);
  const part = (rows ?? row) as GraphQLField<unknown, unknown>;
  const names = new Set(selected.map((column) => camelCase(column.name)));
  const columns = selectionOf(part.type, (column) => names.has(column));
  return `{ answer: ${name}${inBraces(given)} { ${part.name}${columns} rowCount truncated } }`;
}

function fieldsOf(type: GraphQLOutputType) {
  const named = getNamedType(type);
  return isObjectType(named) ? named.getFields() : {};
}

/** All fields below a type, of its own those that are selected; nothing of a scalar. */
function selectionOf(type: GraphQLOutputType, isSelected = (_: string) => true): string {
  const fields = Object.values(fieldsOf(type)).filter(({ name }) => isSelected(name));
  if (fields.length === 0) return '';
  return ` { ${fields.map((one) => `${one.name}${selectionOf(one.type)}`).join(' ')} }`;
}
