import type {
  Column,
  FunctionCall,
  ResolvedCast,
  ResolvedExpression,
} from '../../analysis/resolved/resolved.ts';

/** The expression that computes a column; undefined if there is none, or it is not known. */
export type DefinitionOf = (column: Column) => ResolvedExpression | undefined;

/** Sums of a million million such numbers are far from the greatest double. */
const MAX_SUMMABLE = 1e290;

/** Expressions of more levels are not looked into: there may be as many ways through them as 2 to this power. */
const MAX_LEVELS = 8;

/** The greatest magnitude of a number, and the least of one that is not 0, that is cast to FLOAT64. */
const CASTS: Readonly<Record<string, readonly [most: number, least: number]>> = {
  INT64: [2 ** 63, 1],
  NUMERIC: [1e29, 1e-9],
};

/** Whether no sum of an expression's FLOAT64 values is infinite: they are sums and products of numbers of other types. */
export function isSummable(expression: ResolvedExpression, definitionOf: DefinitionOf): boolean {
  if (expression.type.kind !== 'FLOAT64') return false;
  return boundOf(expression, definitionOf, 0) <= MAX_SUMMABLE;
}

/** What the magnitude of a value does not exceed; infinite or NaN if that is not known. */
function boundOf(
  expression: ResolvedExpression,
  definitionOf: DefinitionOf,
  level: number,
): number {
  if (level > MAX_LEVELS) return Number.POSITIVE_INFINITY;
  switch (expression.kind) {
    case 'literal':
      return Math.abs(Number(expression.value));
    case 'cast':
      return castBounds(expression)?.[0] ?? Number.POSITIVE_INFINITY;
    case 'column': {
      const value = definitionOf(expression.column);
      return value ? boundOf(value, definitionOf, level + 1) : Number.POSITIVE_INFINITY;
    }
    case 'call':
      return boundOfCall(expression, (part) => boundOf(part, definitionOf, level + 1));
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function boundOfCall(
  { arguments: args, function: { name } }: FunctionCall,
  bound: (part: ResolvedExpression) => number,
): number {
  const [left, right] = args;
  const of = (part: ResolvedExpression | undefined) => (part ? bound(part) : Number.NaN);
  const greatest = (values: readonly ResolvedExpression[]) => Math.max(...values.map(bound));
  switch (name) {
    case '$add':
    case '$subtract':
      return of(left) + of(right);
    case '$multiply':
      return of(left) * of(right);
    case '$divide':
      return of(left) / leastOf(right);
    case '$unary_minus':
    case 'ABS':
      return of(left);
    case 'COALESCE':
    case 'IFNULL':
      return greatest(args);
    case 'IF':
      return greatest(args.slice(1));
    case '$case_no_value':
      return greatest(args.filter((_, i) => i % 2 === 1 || i === args.length - 1));
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** The least magnitude of a divisor; division by 0 is an error. */
function leastOf(divisor: ResolvedExpression | undefined): number {
  if (divisor?.kind === 'literal') return Math.abs(Number(divisor.value));
  return (divisor?.kind === 'cast' && castBounds(divisor)?.[1]) || 0;
}

function castBounds({ expression, type }: ResolvedCast) {
  return type.kind === 'FLOAT64' ? CASTS[expression.type.kind] : undefined;
}
