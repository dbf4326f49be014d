import { resolveCast } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import type { Expression } from '../../syntax/tree/ast.ts';
import { SCALARS } from '../../types.ts';
import { resolveLiteral, resolveParameter } from '../expressions/literals.ts';
import { resolveTypeName } from '../expressions/type-names.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';
import type { Session } from './context.ts';

/** A LIMIT or OFFSET count: an integer literal or parameter, optionally cast to INT64. */
export function resolveCount(
  node: Expression,
  clause: string,
  session: Session,
): ResolvedExpression {
  const count = countOf(node, session);
  if (count?.type.kind !== 'INT64' || isNegative(count)) {
    throw new SqlError(`${clause} expects an integer literal or parameter`, node.at);
  }
  return count;
}

function countOf(node: Expression, session: Session): ResolvedExpression | undefined {
  if (node.kind === 'parameter') return resolveParameter(node, session);
  if (node.kind === 'literal') return resolveLiteral(node);
  if (node.kind !== 'cast' || resolveTypeName(node.type).kind !== 'INT64') return undefined;
  const inner = countOf(node.expression, session);
  return inner && resolveCast(inner, SCALARS.INT64, node.safe, node.at);
}

function isNegative(count: ResolvedExpression): boolean {
  if (count.kind !== 'literal') return false;
  return count.value === null || (typeof count.value === 'bigint' && count.value < 0n);
}
