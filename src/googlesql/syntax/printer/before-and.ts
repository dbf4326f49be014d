import { COMPARISON } from '../parser/expressions/precedence.ts';
import type { Expression } from '../tree/ast.ts';
import type { Printer } from './printer.ts';

/** Kinds whose text contains no AND outside of brackets. */
const WITHOUT_AND: ReadonlySet<Expression['kind']> = new Set([
  ...(['literal', 'parameter', 'path', 'field', 'subscript', 'cast', 'extract', 'call'] as const),
  ...(['array', 'struct', 'subquery'] as const),
]);

/** Kinds that bind so loosely that the printer parenthesises them as operands of one another. */
export const COMPARISONS: ReadonlySet<Expression['kind']> = new Set([
  ...(['is', 'in', 'like', 'between', 'distinct_from'] as const),
]);

/**
 * Prints an expression between BETWEEN and its AND. The lexer assigns the first AND outside of brackets to BETWEEN,
 * even one inside a CASE, so any expression that could contain another is parenthesised.
 */
export function printBeforeAnd(printer: Printer, expression: Expression): string {
  const text = printer.expression(expression, COMPARISON + 1);
  return isClosed(expression) || COMPARISONS.has(expression.kind) ? text : `(${text})`;
}

function isClosed(expression: Expression): boolean {
  if (expression.kind === 'unary') return isClosed(expression.operand);
  return WITHOUT_AND.has(expression.kind);
}
