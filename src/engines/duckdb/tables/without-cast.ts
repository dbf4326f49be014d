import { type ResolvedExpression, sameType } from '#googlesql';

/** An expression without casts to the type that it has anyway, as a default in the place of an absent parameter gets one. */
export function withoutCast(expression: ResolvedExpression): ResolvedExpression {
  if (expression.kind !== 'cast') return expression;
  const { expression: operand, type } = expression;
  return sameType(operand.type, type) ? withoutCast(operand) : expression;
}
