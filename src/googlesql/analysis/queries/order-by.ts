import { isCoercibleLiteral } from '../../functions/core/signatures/supertype.ts';
import { SqlError } from '../../sql-error.ts';
import type { OrderItem } from '../../syntax/tree/ast.ts';
import { type ClauseContext, resolveApart } from '../names/context.ts';
import type { ResolvedExpression, ResolvedOrderItem } from '../resolved/resolved.ts';
import { orderItem, ordinalOf, requireOrder } from './order-items.ts';

/**
 * Resolves ORDER BY. `listed` returns the column of an ordinal; `finish` rewrites any other expression for the place
 * where rows are ordered.
 */
export function resolveOrderBy(
  items: readonly OrderItem[],
  context: ClauseContext,
  listed: readonly ResolvedExpression[],
  finish: (expression: ResolvedExpression) => ResolvedExpression,
): readonly ResolvedOrderItem[] {
  return items.map((item) => {
    const { expression: node } = item;
    const expression = numbered(node, listed) ?? finish(resolveItem(node, context));
    requireOrder(expression, node.at);
    return orderItem(item, expression);
  });
}

function numbered(
  node: OrderItem['expression'],
  listed: readonly ResolvedExpression[],
): ResolvedExpression | undefined {
  const ordinal = ordinalOf(node);
  if (ordinal === undefined) return undefined;
  if (ordinal < 1) {
    throw new SqlError(
      `ORDER BY column number item is out of range. Column numbers must be greater than or equal to one. Found : ${ordinal}`,
      node.at,
    );
  }
  const column = listed[ordinal - 1];
  if (column) return column;
  throw new SqlError(`ORDER BY is out of SELECT column number range: ${ordinal}`, node.at);
}

function resolveItem(node: OrderItem['expression'], context: ClauseContext): ResolvedExpression {
  const { expression } = resolveApart(node, context);
  if (!isCoercibleLiteral(expression) || node.kind === 'path') return expression;
  throw new SqlError('Cannot ORDER BY literal values', node.at);
}
