import type { ResolvedExpression, ResolvedStatement } from '../resolved/resolved.ts';
import { allExpressions, everyScan } from '../resolved/traverse.ts';

/** Whether any expression is computed by functions of lists: an array, or a subquery over the elements of one. */
export function evaluatesLists({ scan }: ResolvedStatement): boolean {
  return allExpressions(scan).some(
    (expression) => expression.kind === 'array' || readsArray(expression),
  );
}

function readsArray(expression: ResolvedExpression): boolean {
  if (expression.kind !== 'subquery') return false;
  return everyScan(expression.scan).some(({ kind }) => kind === 'array');
}
