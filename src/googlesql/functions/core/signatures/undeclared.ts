import type { ParameterUse } from '../../../analysis/resolved/parameter-use.ts';
import type { ResolvedExpression, ResolvedParameter } from '../../../analysis/resolved/resolved.ts';
import type { Type } from '../../../types.ts';
import { coercionDistance, isOpen, isUndeclared, isUntyped } from './supertype.ts';

/** Whether a parameter without a type is the expression, or an item of the constructor that it is. */
export function holdsUndeclared(expression: ResolvedExpression): boolean {
  if (expression.kind === 'array') return expression.items.some(holdsUndeclared);
  if (expression.kind === 'struct') return expression.fields.some(holdsUndeclared);
  return isUndeclared(expression);
}

/**
 * Gives a parameter the type of its place and records it. `peers` are the values whose common type it is, undefined where
 * the place has a type of its own; if none of them has a type, the parameter stays without one.
 */
export function giveType(
  parameter: ResolvedParameter & { readonly use: ParameterUse },
  type: Type,
  peers?: readonly ResolvedExpression[],
): ResolvedParameter {
  const { name, use } = parameter;
  const typed = peers?.filter((peer) => !isUntyped(peer));
  if (typed?.length === 0) return parameter;
  const isWeak = typed?.every(isOpen) === true;
  use.types.push({ type, accepts: isWeak ? (to) => coerceAll(typed, to, type) : undefined });
  return { kind: 'parameter', type, name };
}

/** Whether all coerce to a type, or to its elements where only the parameter is an array. */
function coerceAll(values: readonly ResolvedExpression[], to: Type, given: Type): boolean {
  return values.every((value) => {
    const isElement = given.kind === 'ARRAY' && value.type.kind !== 'ARRAY';
    const wanted = isElement && to.kind === 'ARRAY' ? to.element : to;
    return coercionDistance(value, wanted) !== undefined;
  });
}
