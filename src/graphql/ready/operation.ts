import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import type { Context } from '../context.ts';
import { type DocumentLimits, documentErrors } from '../document-limits.ts';
import { compileResultWriter, type WriteResult } from './result-writer.ts';
import {
  NotCompilable,
  type SelectedField,
  type SelectionScope,
  selectFields,
} from './selection.ts';

/** A field of the query, with the resolver that asks for its result. */
export interface RootField {
  /** `"logsAll":` */
  readonly start: string;
  readonly write: WriteResult;
  /** Calls the field's resolver; throws where the arguments are not what the field takes. */
  resolve(variables: Variables, context: Context): unknown;
}

/** Coerced variables, as graphql's own functions take them. */
export type Variables = Parameters<typeof getArgumentValues>[2];

/** A query that asks endpoints and nothing else. */
export interface Operation {
  readonly fields: readonly RootField[];
  /** Coerces variables; undefined where they are not what the operation declares. */
  variables(values: Readonly<Record<string, unknown>>): Variables | undefined;
}

/** Compiles an operation of a document; undefined where graphql's own executor has to answer it. */
export function compileOperation(
  schema: GraphQLSchema,
  limits: DocumentLimits,
  text: string,
  name: string | undefined,
): Operation | undefined {
  try {
    const document = parse(text, { maxTokens: limits.maxTokens });
    if (documentErrors(document, limits).length > 0) return undefined;
    if (validate(schema, document).length > 0) return undefined;
    return compile(schema, document, name);
  } catch {
    // Its error is made where it is answered.
    return undefined;
  }
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string | undefined,
): Operation | undefined {
  const operation = getOperationAST(document, name);
  const type = schema.getQueryType();
  if (operation?.operation !== 'query' || !type || operation.directives?.length) return undefined;
  const scope = { schema, fragments: fragmentsOf(document) };
  const fields = selectFields(scope, type, [operation.selectionSet]);
  return {
    fields: fields.map((selected) => compileRootField(scope, selected)),
    variables: (values) => coerceVariables(schema, operation, values),
  };
}

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  return fragments;
}

function coerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Readonly<Record<string, unknown>>,
): Variables | undefined {
  return getVariableValues(schema, variableDefinitions, values).variableValues;
}

const RESULT = 'EndpointResult';

function compileRootField(
  scope: SelectionScope,
  { key, field, nodes, sets }: SelectedField,
): RootField {
  if (!field?.resolve || !isObjectType(field.type)) throw new NotCompilable('No endpoint');
  if (!field.type.getInterfaces().some(({ name }) => name === RESULT)) {
    throw new NotCompilable(`"${field.type}" is no endpoint's result`);
  }
  return {
    start: `${JSON.stringify(key)}:`,
    write: compileResultWriter(scope, field.type, sets),
    resolve: resolver(scope, field, nodes),
  };
}

type Resolve = (
  source: undefined,
  args: Readonly<Record<string, unknown>>,
  context: Context,
  info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
) => unknown;

function resolver(
  { fragments }: SelectionScope,
  field: GraphQLField<unknown, unknown>,
  fieldNodes: readonly FieldNode[],
): RootField['resolve'] {
  // Our root resolvers have no parent, and look for nothing in graphql's info but for what is selected.
  const resolve = field.resolve as unknown as Resolve;
  const info = { fieldNodes, fragments: Object.fromEntries(fragments) };
  const [node] = fieldNodes;
  if (!node) throw new NotCompilable('No field');
  return (variables, context) =>
    resolve(undefined, getArgumentValues(field, node, variables), context, info);
}
