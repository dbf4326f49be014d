import { supportsOrdering } from '../../functions/core/signatures/coercion.ts';
import { isCoercibleLiteral } from '../../functions/core/signatures/supertype.ts';
import { SqlError } from '../../sql-error.ts';
import type { Expression, OrderItem } from '../../syntax/tree/ast.ts';
import { shortTypeName } from '../../types.ts';
import { type ClauseContext, resolveApart } from '../names/context.ts';
import type { ResolvedExpression, ResolvedOrderItem } from '../resolved/resolved.ts';

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
