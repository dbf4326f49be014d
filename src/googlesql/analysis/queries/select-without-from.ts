import { SqlError } from '../../sql-error.ts';
import type { OrderItem, Select } from '../../syntax/tree/ast.ts';
import type { SelectState } from '../names/context.ts';

/** Refuses clauses that require rows if there is no FROM. */
export function refuseClauses(select: Select, orderBy: readonly OrderItem[]): void {
  if (select.from) return;
  const clauses = [
    ['have a WHERE clause', select.where],
    ['use SELECT DISTINCT', select.distinct ? select : undefined],
    ['have a GROUP BY clause', select.groupBy],
    ['have a HAVING clause', select.having],
    ['have a WINDOW clause', select.windows[0]],
    ['have an QUALIFY clause', select.qualify],
    ['have an ORDER BY clause', orderBy[0]],
  ] as const;
  for (const [clause, node] of clauses) {
    if (node) throw new SqlError(`Query without FROM clause cannot ${clause}`, node.at);
  }
}

/** Refuses aggregates and window functions if there is no FROM. */
export function refuseAggregation(select: Select, state: SelectState): void {
  if (select.from) return;
  if (state.aggregates.length > 0) {
    throw new SqlError('SELECT without FROM clause cannot use aggregation', select.at);
  }
  if (state.windowFunctions.length > 0) {
    throw new SqlError('SELECT without FROM clause cannot use analytic functions', select.at);
  }
}
