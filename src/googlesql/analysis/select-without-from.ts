import { SqlError } from '../sql-error.ts';
import type { OrderItem, Select } from '../syntax/ast.ts';
import type { SelectState } from './context.ts';

/** Refuses the clauses that work on rows where there is no FROM. */
export function refuseClauses(select: Select, orderBy: readonly OrderItem[]): void {
  if (select.from) return;
  const clauses = [
    ['a WHERE', select.where],
    ['a GROUP BY', select.groupBy],
    ['a HAVING', select.having],
    ['a QUALIFY', select.qualify],
    ['an ORDER BY', orderBy[0]],
  ] as const;
  for (const [clause, node] of clauses) {
    if (!node) continue;
    throw new SqlError(`Query without FROM clause cannot have ${clause} clause`, node.at);
  }
}

/** Refuses aggregates and windows where there is no FROM. */
export function refuseFolding(select: Select, state: SelectState): void {
  if (select.from) return;
  if (state.aggregates.length > 0) {
    throw new SqlError('SELECT without FROM clause cannot use aggregation', select.at);
  }
  if (state.windowFunctions.length > 0) {
    throw new SqlError('SELECT without FROM clause cannot use analytic functions', select.at);
  }
}
