import { COMPARISON } from '../parser/precedence.ts';
import type { Expression } from '../tree/ast.ts';
import type { Printer } from './printer.ts';

/** Kinds whose text holds no AND outside of brackets. */
const CLOSED: ReadonlySet<Expression['kind']> = new Set([
  'literal',
  'parameter',
  'path',
  'field',
  'subscript',
  'cast',
  'extract',
  'call',
  'array',
  'struct',
  'subquery',
] as const);

/**
 * An expression between BETWEEN and its AND. The lexer takes the first AND outside of brackets for that of BETWEEN,
 * even one inside a CASE, so whatever could hold another stands in parentheses.
 */
export function printBeforeAnd(printer: Printer, expression: Expression): string {
  const text = printer.expression(expression, COMPARISON + 1);
  return isClosed(expression) || isWrapped(expression) ? text : `(${text})`;
}

function isClosed(expression: Expression): boolean {
  if (expression.kind === 'unary') return isClosed(expression.operand);
  return CLOSED.has(expression.kind);
}

/** Whether it is so loose that the printer already wraps it. */
function isWrapped(expression: Expression): boolean {
  switch (expression.kind) {
    case 'is':
    case 'in':
    case 'like':
    case 'between':
    case 'distinct_from':
      return true;
    default:
      return false;
  }
}
