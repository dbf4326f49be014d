import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { RunResult } from '../../execution/run-result.ts';
import { getOrInsertComputed } from '../../get-or-insert.ts';
import type { Context } from './context.ts';

/** The coerced arguments of a field. */
export type FieldArguments = Readonly<Record<string, unknown>>;

/** Extensions of a root field; `run` runs its endpoint, whose result its resolver takes from the root value. */
export interface FieldExtensions {
  readonly run?: (args: FieldArguments, context: Context) => RunResult | Promise<RunResult>;
}

/** The only root field of an operation. */
export interface OnlyField {
  readonly definition: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
  readonly variables: readonly VariableDefinitionNode[];
  readonly run: NonNullable<FieldExtensions['run']>;
}

/** By operation; the server keeps the documents. Not by name, which a caller may make up. */
const known = new WeakMap<OperationDefinitionNode, OnlyField | undefined>();

/** The only root field of an operation; undefined if there are more, or if it is not run by itself. */
export function onlyField(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): OnlyField | undefined {
  const operation = getOperationAST(document, operationName);
  return operation
    ? getOrInsertComputed(known, operation, () => findOnlyField(schema, operation))
    : undefined;
}

function findOnlyField(
  schema: GraphQLSchema,
  { selectionSet, variableDefinitions: variables = [] }: OperationDefinitionNode,
): OnlyField | undefined {
  const [node, ...others] = selectionSet.selections;
  const isAlone = node?.kind === Kind.FIELD && others.length === 0;
  if (!isAlone || node.directives?.length) return undefined;
  const definition = schema.getQueryType()?.getFields()[node.name.value];
  const { run }: FieldExtensions = definition?.extensions ?? {};
  return definition && run && { definition, node, variables, run };
}

/**
 * Runs the field; a failure is a rejection, for its resolver to return. Undefined if its variables or arguments are not
 * valid, which the operation's execution reports.
 */
export function runOnlyField(
  field: OnlyField,
  schema: GraphQLSchema,
  values: Readonly<Record<string, unknown>>,
  context: Context,
): RunResult | Promise<RunResult> | undefined {
  const args = argumentsOf(field, schema, values);
  if (!args) return undefined;
  try {
    const result = field.run(args, context);
    return result instanceof Promise ? withoutWarning(result) : result;
  } catch (error) {
    return withoutWarning(Promise.reject(error));
  }
}

function argumentsOf(
  { definition, node, variables }: OnlyField,
  schema: GraphQLSchema,
  values: Readonly<Record<string, unknown>>,
): FieldArguments | undefined {
  try {
    const { variableValues } = getVariableValues(schema, variables, values, { maxErrors: 1 });
    return variableValues && getArgumentValues(definition, node, variableValues);
  } catch {
    return undefined;
  }
}

/** Without it an execution that never comes to the resolver would leave an unhandled rejection. */
function withoutWarning<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  return promise;
}
