import { resolveCall } from '../../functions/core/signatures/resolve-call.ts';
import { SCALARS } from '../../types.ts';
import type { Context } from '../names/context.ts';
import { callExpression } from '../names/fields.ts';
import { mayFail } from '../properties/may-raise.ts';
import { plainAggregate } from '../resolved/build.ts';
import type { AggregateCall, ResolvedExpression } from '../resolved/resolved.ts';
import { hasSubquery } from '../resolved/traverse.ts';

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
  const failed = add(plainAggregate({ type: SCALARS.BOOL, function: signature, arguments: args }));
  return callExpression('$unless_failed', [failed, add({ ...call, arguments: caught })], at);
}

/** Whether an expression may raise an error that can be caught in place, which those of subqueries cannot. */
function isCatchable(expression: ResolvedExpression): boolean {
  return !hasSubquery(expression) && mayFail(expression);
}
