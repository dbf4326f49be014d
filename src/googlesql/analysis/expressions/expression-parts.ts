import type { ResolvedExpression } from '../resolved/resolved.ts';

/** The direct subexpressions of an expression, not including a subquery's scan. */
export function expressionParts(expression: ResolvedExpression): readonly ResolvedExpression[] {
  switch (expression.kind) {
    case 'call':
      return expression.arguments;
    case 'cast':
      return [expression.expression];
    case 'get_field':
      return [expression.struct];
    case 'struct':
      return expression.fields;
    case 'array':
      return expression.items;
    case 'subquery':
      return expression.needle ? [expression.needle] : [];
    default:
      return [];
  }
}
