/** Decides which subqueries can be computed by DuckDB's list functions, per row and without a join. */
import type {
  AggregateCall,
  ArrayScan,
  ResolvedExpression,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import {
  everyExpression,
  expressionsOf,
  hasSubquery,
  inputsOf,
} from '../../analysis/resolved/traverse.ts';
import { isListAggregate } from './fold.ts';

/** Whether a scan's rows can be a list: they come from arrays, and every step has a list function. */
export function isListable(scan: Scan): boolean {
  if (scan.kind === 'single_row') return true;
  return (
    SHAPES[scan.kind]?.(scan) === true &&
    inputsOf(scan).every(isListable) &&
    isLambdaSafe(expressionsOf(scan))
  );
}

/** Whether expressions are valid in a lambda: DuckDB allows no subqueries there except those that become lists. */
export function isLambdaSafe(expressions: Iterable<ResolvedExpression>): boolean {
  return everyExpression(expressions, 'own').every(
    (expression) => expression.kind !== 'subquery' || isListable(expression.scan),
  );
}

const SHAPES: Partial<Record<Scan['kind'], (scan: Scan) => boolean>> = {
  array: (scan) => scan.kind === 'array' && !(scan.outer && scan.condition) && !isProduct(scan),
  filter: () => true,
  project: () => true,
  limit: () => true,
  order_by: (scan) => scan.kind === 'order_by' && hasListOrder(scan.items),
  aggregate: (scan) =>
    scan.kind === 'aggregate' &&
    !scan.sets &&
    (scan.groups.length === 0
      ? scan.aggregates.every(({ call }) => isListAggregate(call))
      : scan.aggregates.length === 0),
};

/**
 * Whether a scan pairs its input's rows with an unrelated array. As lists, all pairs would be in memory at once, where
 * neither DuckDB's memory limit nor its interrupts apply (23 GB for two lists of 100 000).
 */
function isProduct({ input, array }: ArrayScan): boolean {
  if (!input || input.kind === 'single_row' || array.kind === 'array') return false;
  const root = rootOf(array);
  return root.kind !== 'column' || !input.columns.some(({ id }) => id === root.column.id);
}

function rootOf(expression: ResolvedExpression): ResolvedExpression {
  return expression.kind === 'get_field' ? rootOf(expression.struct) : expression;
}

/** A list sorts in one direction; its keys are printed twice, so they must not contain subqueries. */
function hasListOrder(items: AggregateCall['orderBy']): boolean {
  return items.every(
    ({ descending, expression }) => descending === items[0]?.descending && !hasSubquery(expression),
  );
}
