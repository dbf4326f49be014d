import type { Expression } from '../../syntax/tree/ast.ts';

/** The column number of an integer literal in GROUP BY or ORDER BY; undefined for other expressions. */
export function ordinalOf(node: Expression): number | undefined {
  if (node.kind === 'literal' && node.type === 'INT64') return Number(node.value);
  const isNegative = node.kind === 'unary' && node.operator === '-';
  const positive = isNegative ? ordinalOf(node.operand) : undefined;
  return positive === undefined ? undefined : -positive;
}
