import type { Expression, ExpressionKind } from '../../syntax/tree/ast.ts';
import type { Context } from '../names/context.ts';
import { resolveField } from '../names/fields.ts';
import { resolvePath } from '../names/paths.ts';
import { resolveIn, resolveSubquery } from '../queries/subqueries.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';
import { resolveCallNode } from './calls.ts';
import {
  resolveArray,
  resolveCase,
  resolveCastNode,
  resolveExtract,
  resolveInterval,
  resolveStruct,
} from './constructors.ts';
import { resolveLiteral, resolveParameter } from './literals.ts';
import {
  resolveBetween,
  resolveBinary,
  resolveDistinctFrom,
  resolveIs,
  resolveLike,
  resolveSubscript,
  resolveUnary,
} from './operators.ts';

type Resolver<K extends ExpressionKind> = (
  node: Extract<Expression, { kind: K }>,
  context: Context,
) => ResolvedExpression;

const RESOLVERS: { readonly [K in ExpressionKind]: Resolver<K> } = {
  literal: (node) => resolveLiteral(node),
  interval: resolveInterval,
  parameter: (node, { session }) => resolveParameter(node, session),
  path: resolvePath,
  field: (node, context) =>
    resolveField(context.session.expression(node.base, context), node.field),
  subscript: resolveSubscript,
  unary: resolveUnary,
  binary: resolveBinary,
  is: resolveIs,
  distinct_from: resolveDistinctFrom,
  between: resolveBetween,
  like: resolveLike,
  in: resolveIn,
  case: resolveCase,
  cast: resolveCastNode,
  extract: resolveExtract,
  call: resolveCallNode,
  array: resolveArray,
  struct: resolveStruct,
  subquery: resolveSubquery,
};

/** Resolves an expression of any kind: binds every name and determines every type. */
export function resolveExpression(node: Expression, context: Context): ResolvedExpression {
  // The resolver was selected by the node's kind, so it accepts the node.
  const resolve = RESOLVERS[node.kind] as (
    node: Expression,
    context: Context,
  ) => ResolvedExpression;
  return resolve(node, context);
}
