import {
  type Column,
  everyExpression,
  type FunctionCall,
  mayFail,
  type ResolvedExpression,
} from '#googlesql';

/** Which parts of an expression are assumed to raise no error, besides those that cannot. */
export type IsHarmless = (part: ResolvedExpression) => boolean;

const COMPARISONS: ReadonlySet<string> = new Set([
  ...['$equal', '$less', '$less_or_equal', '$greater', '$greater_or_equal', '$between'],
  ...['$in', '$in_array', '$like', 'STARTS_WITH', 'REGEXP_CONTAINS'],
]);

/**
 * The columns of a condition made of AND, OR and comparisons of a column with constants, which has a value in every row:
 * an error would tell of rows of other tenants. Undefined for any other condition.
 */
export function comparedColumns(
  condition: ResolvedExpression,
  isHarmless?: IsHarmless,
): readonly Column[] | undefined {
  if (isConstant(condition, isHarmless)) return [];
  if (condition.kind !== 'call') return undefined;
  const { name } = condition.function;
  if (name !== '$and' && name !== '$or') return comparedColumn(condition, isHarmless);
  const parts = condition.arguments.map((part) => comparedColumns(part, isHarmless));
  return parts.every((part) => part !== undefined) ? [...new Set(parts.flat())] : undefined;
}

function comparedColumn(
  call: FunctionCall,
  isHarmless?: IsHarmless,
): readonly Column[] | undefined {
  const operands = call.arguments.filter((operand) => !isConstant(operand, isHarmless));
  const [operand, ...others] = operands;
  if (!COMPARISONS.has(call.function.name) || others.length > 0) return undefined;
  if (operand?.kind !== 'column' || /^(?:ARRAY|STRUCT)$/.test(operand.type.kind)) return undefined;
  return mayFail(call, isHarmless) ? undefined : [operand.column];
}

/** Whether an expression has one value for all rows and cannot raise an error. */
function isConstant(expression: ResolvedExpression, isHarmless?: IsHarmless): boolean {
  const isSame = everyExpression([expression], 'all').every(
    (part) =>
      part.kind !== 'column' &&
      part.kind !== 'subquery' &&
      !(part.kind === 'call' && part.function.name === 'RAND'),
  );
  return isSame && !mayFail(expression, isHarmless);
}
