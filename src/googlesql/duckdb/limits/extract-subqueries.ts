import { columnRef, withComputed } from '../../analysis/resolved/build.ts';
import { mapOwnExpressions } from '../../analysis/resolved/map-tree.ts';
import type { AggregateScan, AnalyticScan, Computed } from '../../analysis/resolved/resolved.ts';
import { hasSubquery } from '../../analysis/resolved/traverse.ts';
import type { Printer } from '../queries/printer.ts';

/**
 * Moves operands of aggregates and window functions with subqueries below, as columns. Lowerings may repeat operands,
 * so SQL for nested subqueries would otherwise grow exponentially.
 */
export function extractSubqueries<Folding extends AggregateScan | AnalyticScan>(
  printer: Printer,
  scan: Folding,
): Folding {
  const computed: Computed[] = [];
  const extracted = mapOwnExpressions(scan, (expression) => {
    if (!hasSubquery(expression)) return expression;
    const column = printer.column(expression.type);
    computed.push({ column, expression });
    return columnRef(column);
  });
  return { ...extracted, input: withComputed(scan.input, computed) };
}
