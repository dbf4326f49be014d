import type { ColumnRef, FunctionCall, ResolvedExpression, ResolvedLiteral } from './resolved.ts';

/** The parts of `CASE WHEN own THEN value END`, which is how a security barrier exposes a value. */
export interface GuardedValue {
  readonly call: FunctionCall;
  readonly condition: ColumnRef;
  readonly value: ResolvedExpression;
  readonly otherwise: ResolvedLiteral;
}

/** The guarded value that an expression is; undefined for any other. */
export function guardedValue(expression: ResolvedExpression): GuardedValue | undefined {
  if (expression.kind !== 'call' || expression.function.name !== '$case_no_value') return undefined;
  const [condition, value, otherwise, ...more] = expression.arguments;
  if (condition?.kind !== 'column' || !value || more.length > 0) return undefined;
  if (otherwise?.kind !== 'literal' || otherwise.value !== null) return undefined;
  return { call: expression, condition, value, otherwise };
}

/** Another value with the same guard. */
export function replaceValue(
  { call, condition, otherwise }: GuardedValue,
  value: ResolvedExpression,
): FunctionCall {
  const { type } = value;
  return { ...call, type, arguments: [condition, value, { ...otherwise, type }] };
}
