import type { AggregateCall, AnalyticCall, ResolvedExpression, Scan } from './resolved.ts';

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
  return present([...call.arguments, call.having?.expression, ...order, call.limit]);
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
