/** The direct children in the resolved tree, and walks over all of it. */
import type { Table } from '../../table.ts';
import type {
  AggregateCall,
  AnalyticCall,
  FunctionCall,
  ResolvedCte,
  ResolvedExpression,
  Scan,
} from './resolved.ts';

/** The scans that a scan reads, excluding those in the subqueries of its expressions. */
export function inputsOf(scan: Scan): readonly Scan[] {
  switch (scan.kind) {
    case 'single_row':
    case 'table':
    case 'with_ref':
      return [];
    case 'array':
      return scan.input ? [scan.input] : [];
    case 'join':
      return [scan.left, scan.right];
    case 'set_operation':
      return scan.inputs.map((input) => input.scan);
    case 'with':
      return [...scan.ctes.map((cte) => cte.scan), scan.body];
    default:
      return [scan.input];
  }
}

/** The direct subexpressions of an expression, not including a subquery's scan. */
export function expressionParts(expression: ResolvedExpression): readonly ResolvedExpression[] {
  switch (expression.kind) {
    case 'call':
      return expression.arguments;
    case 'cast':
      return [expression.expression];
    case 'get_field':
      return [expression.struct];
    case 'struct':
      return expression.fields;
    case 'array':
      return expression.items;
    case 'subquery':
      return expression.needle ? [expression.needle] : [];
    default:
      return [];
  }
}

/** The expressions of a scan itself. */
export function expressionsOf(scan: Scan): readonly ResolvedExpression[] {
  switch (scan.kind) {
    case 'array':
      return present([scan.array, scan.condition]);
    case 'join':
      return present([scan.condition]);
    case 'filter':
      return [scan.condition];
    case 'project':
      return scan.computed.map(({ expression }) => expression);
    case 'aggregate':
      return [
        ...scan.groups.map(({ expression }) => expression),
        ...scan.aggregates.flatMap(({ call }) => aggregateParts(call)),
      ];
    case 'analytic':
      return scan.functions.flatMap(({ call }) => analyticParts(call));
    case 'order_by':
      return scan.items.map(({ expression }) => expression);
    case 'limit':
      return present([scan.limit, scan.offset]);
    default:
      return [];
  }
}

/** The expressions of an aggregate call. */
export function aggregateParts(call: AggregateCall): readonly ResolvedExpression[] {
  const order = call.orderBy.map(({ expression }) => expression);
  const { having, filter, limit } = call;
  return present([...call.arguments, having?.expression, filter, ...order, limit]);
}

/** The expressions of a window function call. */
export function analyticParts(call: AnalyticCall): readonly ResolvedExpression[] {
  const order = call.windowOrderBy.map(({ expression }) => expression);
  const { frame } = call;
  return present([
    ...aggregateParts(call),
    ...call.partitionBy,
    ...order,
    frame?.start.offset,
    frame?.end.offset,
  ]);
}

function present(
  expressions: readonly (ResolvedExpression | undefined)[],
): readonly ResolvedExpression[] {
  return expressions.filter((expression) => expression !== undefined);
}

/**
 * Every expression within the given ones, including themselves; with `all`, also those inside their subqueries.
 *
 * Iterative, so deep chains do not overflow the stack; a list, because a generator takes several times as long.
 */
export function everyExpression(
  expressions: Iterable<ResolvedExpression>,
  which: 'own' | 'all',
): readonly ResolvedExpression[] {
  const found: ResolvedExpression[] = [];
  const pending = [...expressions];
  for (let next = pending.pop(); next; next = pending.pop()) {
    found.push(next);
    for (const operand of expressionParts(next)) pending.push(operand);
    if (next.kind !== 'subquery' || which === 'own') continue;
    for (const scan of everyScan(next.scan)) {
      for (const expression of expressionsOf(scan)) pending.push(expression);
    }
  }
  return found;
}

/** A scan and every scan below it, excluding those of subqueries. */
export function everyScan(root: Scan): readonly Scan[] {
  const found: Scan[] = [];
  const pending = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    found.push(next);
    for (const input of inputsOf(next)) pending.push(input);
  }
  return found;
}

/** Every scan of a statement, including those of subqueries. */
export function allScans(root: Scan): readonly Scan[] {
  const found: Scan[] = [];
  const pending = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const scan of everyScan(next)) {
      found.push(scan);
      for (const below of subqueriesOf(scan)) pending.push(below);
    }
  }
  return found;
}

/** The tables that a statement reads, one for each read. */
export function tablesIn(root: Scan): readonly Table[] {
  return allScans(root).flatMap((scan) => (scan.kind === 'table' ? scan.table : []));
}

/** The CTEs among scans, by id. */
export function ctesIn(scans: readonly Scan[]): Map<number, ResolvedCte> {
  const ctes = scans.flatMap((scan) => (scan.kind === 'with' ? scan.ctes : []));
  return new Map(ctes.map((cte) => [cte.id, cte]));
}

/** The scans of the subqueries in a scan's own expressions. */
export function subqueriesOf(scan: Scan): readonly Scan[] {
  return everyExpression(expressionsOf(scan), 'own').flatMap((expression) =>
    expression.kind === 'subquery' ? [expression.scan] : [],
  );
}

/** Whether an expression or any part of it is a subquery. */
export function hasSubquery(root: ResolvedExpression): boolean {
  return everyExpression([root], 'own').some(({ kind }) => kind === 'subquery');
}

/** Every expression of a statement, including those in subqueries. */
export function allExpressions(root: Scan): readonly ResolvedExpression[] {
  return everyExpression(everyScan(root).flatMap(expressionsOf), 'all');
}

/** Associative operators, of which a chain has terms rather than levels. */
export const CHAINS: ReadonlySet<string> = new Set(['$and', '$or', '$concat_op']);

/** The terms of a chain of one associative operator, left to right. */
export function chainTerms(call: FunctionCall): ResolvedExpression[] {
  const terms: ResolvedExpression[] = [];
  const pending: ResolvedExpression[] = [call];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.kind === 'call' && next.function.name === call.function.name) {
      pending.push(...next.arguments.toReversed());
    } else {
      terms.push(next);
    }
  }
  return terms;
}

/** The arguments of a call; of an associative operator, the terms of its chain, which may be thousands. */
export function operandsOf(call: FunctionCall): readonly ResolvedExpression[] {
  return CHAINS.has(call.function.name) ? chainTerms(call) : call.arguments;
}

/** The terms of a condition that are joined with AND; the condition itself if there are none. */
export function conjunctsOf(condition: ResolvedExpression): readonly ResolvedExpression[] {
  const isChain = condition.kind === 'call' && condition.function.name === '$and';
  return isChain ? chainTerms(condition) : [condition];
}

/** The greatest id of a statement's columns. */
export function lastColumnId(root: Scan): number {
  let last = 0;
  for (const scan of allScans(root)) for (const { id } of scan.columns) last = Math.max(last, id);
  for (const expression of allExpressions(root)) {
    if (expression.kind === 'column') last = Math.max(last, expression.column.id);
  }
  return last;
}
