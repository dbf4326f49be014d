import type { FunctionDefinition } from '../../functions/core/define.ts';
import { supportsGrouping, supportsOrdering } from '../../functions/core/signatures/coercion.ts';
import { resolveCall } from '../../functions/core/signatures/resolve-call.ts';
import { SqlError } from '../../sql-error.ts';
import type { Call } from '../../syntax/tree/ast.ts';
import { SCALARS, shortTypeName } from '../../types.ts';
import { resolveCount } from '../expressions/literals.ts';
import type { Context, Seen } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { mayFail } from '../properties/may-raise.ts';
import { sameExpression } from '../properties/same-expression.ts';
import { orderItem, ordinalOf, requireOrder } from '../queries/order-by.ts';
import { columnRef, plainAggregate } from '../resolved/build.ts';
import type { AggregateCall, ResolvedExpression, ResolvedOrderItem } from '../resolved/resolved.ts';
import { hasSubquery } from '../resolved/traverse.ts';

/** A call of an aggregate or window function, before it is resolved. */
export interface UnresolvedCall {
  readonly node: Call;
  readonly definition: FunctionDefinition;
  readonly safe: boolean;
}

/** Resolves an aggregate call; the call is added to its SELECT and replaced by a column of it. */
export function resolveAggregate(unresolved: UnresolvedCall, context: Context): ResolvedExpression {
  const { node, definition } = unresolved;
  const { select } = context;
  if (context.aggregates === 'unlisted') {
    throw new SqlError(
      `The ${context.clause} only allows aggregation if GROUP BY or SELECT list aggregation is present`,
      node.at,
    );
  }
  if (context.aggregates === 'refused' || !select) {
    const functionName = node.star ? `${definition.name}(*)` : definition.name;
    throw new SqlError(
      `Aggregate function ${functionName} not allowed in ${context.refusedIn ?? context.clause}`,
      node.at,
    );
  }
  const { call, seen } = resolveAggregateCall(unresolved, { ...context, isAggregated: true });
  if (seen.aggregate) throw new SqlError('Aggregations of aggregations are not allowed', node.at);
  if (seen.window) {
    throw new SqlError('Analytic functions cannot be arguments to aggregate functions', node.at);
  }
  context.seen.aggregate = true;
  return deferErrors(call, node.at, context, (deferred) => {
    const column = context.session.newColumn(definition.name.toLowerCase(), deferred.type);
    select.aggregates.push({ column, call: deferred });
    return columnRef(column);
  });
}

/** The call itself, and what its arguments contain. */
export function resolveAggregateCall(
  { node, definition, safe }: UnresolvedCall,
  context: Context,
): { readonly call: AggregateCall; readonly seen: Seen } {
  checkModifiers(node, definition);
  const seen: Seen = { aggregate: false, window: false };
  const inner: Context = { ...context, seen };
  const args = node.arguments.map(({ value }) => context.session.expression(value, inner));
  const name = node.star ? '$count_star' : definition.name;
  const positions = node.arguments.map(({ value }) => value.at);
  const resolved = resolveCall(name, args, undefined, node.at, positions);
  const { signature, arguments: coerced, type } = resolved;
  if (node.distinct) requireDistinct(coerced, node);
  const having = node.having && resolveHaving(node.having, inner);
  const call: AggregateCall = {
    type,
    function: signature,
    arguments: coerced,
    distinct: node.distinct,
    nulls: node.nulls,
    having,
    orderBy: argumentOrder(node, coerced, inner),
    limit: node.limit && resolveCount(node.limit, 'LIMIT', context.session),
    safe,
    ...(node.filter && { filter: context.session.expression(node.filter, inner) }),
  };
  return { call, seen };
}

function resolveHaving(
  { which, expression: written, at }: NonNullable<Call['having']>,
  context: Context,
): NonNullable<AggregateCall['having']> {
  const expression = context.session.expression(written, context);
  const { type } = expression;
  if (supportsOrdering(type)) return { which, expression };
  throw new SqlError(
    `HAVING modifier does not support expressions of type ${shortTypeName(type)}`,
    at,
  );
}

function argumentOrder(
  node: Call,
  args: readonly ResolvedExpression[],
  context: Context,
): readonly ResolvedOrderItem[] {
  return node.orderBy.map((item) => {
    if (ordinalOf(item.expression) !== undefined) {
      throw new SqlError(
        'Aggregate functions do not allow ORDER BY by index in arguments',
        item.expression.at,
      );
    }
    const expression = context.session.expression(item.expression, context);
    requireOrder(expression, item.expression.at);
    const isArgument = args.some((argument) => sameExpression(argument, expression));
    if (node.distinct && !isArgument) {
      throw new SqlError(
        'An aggregate function that has both DISTINCT and ORDER BY arguments can only ORDER BY expressions that are arguments to the function',
        item.expression.at,
      );
    }
    return orderItem(item, expression);
  });
}

function requireDistinct(args: readonly ResolvedExpression[], { at }: Call): void {
  const refused = args.find(({ type }) => !supportsGrouping(type));
  if (!refused) return;
  throw new SqlError(
    `Aggregate functions with DISTINCT cannot be used with arguments of type ${shortTypeName(refused.type)}`,
    at,
  );
}

function checkModifiers(node: Call, { name, allows }: FunctionDefinition): void {
  const refuse = (problem: string, at = node.at): never => {
    throw new SqlError(problem, at);
  };
  if (node.star && name !== 'COUNT') refuse('Argument * can only be used in COUNT(*)');
  if (node.star && node.distinct) refuse('COUNT(*) cannot be used with DISTINCT');
  if (node.distinct && !allows?.distinct) {
    refuse(`Aggregate function ${name} does not support DISTINCT in arguments`);
  }
  if (node.nulls && !allows?.nulls) {
    refuse(
      `IGNORE NULLS and RESPECT NULLS are not allowed for aggregate function ${name.toLowerCase()}`,
    );
  }
  if (node.orderBy.length > 0 && !allows?.orderBy) {
    refuse(`Aggregate function ${name} does not support ORDER BY in arguments`);
  }
  if (node.limit && !allows?.limit) {
    refuse(`Aggregate function ${name} does not support LIMIT in arguments`);
  }
  if (node.having && !allows?.having) {
    refuse(`Aggregate function ${name} does not support HAVING in arguments`);
  }
}

/**
 * The value of an aggregate, which `add` has computed for each group. Rows are aggregated before any branch is taken:
 * in a branch, an error of an argument is therefore caught, and raised only where the value is used.
 */
export function deferErrors(
  call: AggregateCall,
  at: number,
  { isConditional = false }: Context,
  add: (call: AggregateCall) => ResolvedExpression,
): ResolvedExpression {
  const failing = isConditional ? call.arguments.filter(isCatchable) : [];
  if (failing.length === 0) return add(call);
  const caught = call.arguments.map((argument) =>
    failing.includes(argument) ? callExpression('NULLIFERROR', [argument], at) : argument,
  );
  const failures = failing.map((argument) => callExpression('ISERROR', [argument], at));
  const { signature, arguments: args } = resolveCall(
    'LOGICAL_OR',
    [callExpression('$or', failures, at)],
    undefined,
    at,
  );
  const { filter } = call;
  const plain = plainAggregate({ type: SCALARS.BOOL, function: signature, arguments: args });
  const failed = add(filter ? { ...plain, filter } : plain);
  return callExpression('$unless_failed', [failed, add({ ...call, arguments: caught })], at);
}

/** Whether an expression may raise an error that can be caught in place, which those of subqueries cannot. */
function isCatchable(expression: ResolvedExpression): boolean {
  return !hasSubquery(expression) && mayFail(expression);
}
