import { supportsOrdering } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import type { Expression, OrderItem } from '../../syntax/tree/ast.ts';
import { shortTypeName } from '../../types.ts';
import type { ResolvedExpression, ResolvedOrderItem } from '../resolved/resolved.ts';

/** An ORDER BY item around its resolved expression. */
export function orderItem(node: OrderItem, expression: ResolvedExpression): ResolvedOrderItem {
  const nulls = node.nulls ?? (node.descending ? 'LAST' : 'FIRST');
  return { expression, descending: node.descending, nulls };
}

/** Refuses types without an order. */
export function requireOrder(expression: ResolvedExpression, at: number): void {
  if (supportsOrdering(expression.type)) return;
  throw new SqlError(
    `ORDER BY does not support expressions of type ${shortTypeName(expression.type)}`,
    at,
  );
}

/** The column number of an integer literal in GROUP BY or ORDER BY; undefined for other expressions. */
export function ordinalOf(node: Expression): number | undefined {
  if (node.kind === 'literal' && node.type === 'INT64') return Number(node.value);
  const isNegative = node.kind === 'unary' && node.operator === '-';
  const positive = isNegative ? ordinalOf(node.operand) : undefined;
  return positive === undefined ? undefined : -positive;
}
