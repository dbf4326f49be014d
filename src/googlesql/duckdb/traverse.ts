/** What hangs below the nodes of the resolved tree. */
import type {
  AggregateCall,
  AnalyticCall,
  FunctionCall,
  ResolvedExpression,
  ResolvedOrderItem,
  Scan,
} from '../analysis/resolved.ts';

/** The expressions directly below an expression; of a subquery, only its needle. */
export function operands(expression: ResolvedExpression): readonly ResolvedExpression[] {
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
    case 'literal':
    case 'parameter':
    case 'column':
      return [];
  }
}

/** The scans directly below a scan. */
export function inputs(scan: Scan): readonly Scan[] {
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

/** The expressions that a scan itself evaluates. */
export function expressionsOf(scan: Scan): readonly ResolvedExpression[] {
  switch (scan.kind) {
    case 'array':
      return scan.condition ? [scan.array, scan.condition] : [scan.array];
    case 'join':
      return scan.condition ? [scan.condition] : [];
    case 'filter':
      return [scan.condition];
    case 'project':
      return scan.computed.map(({ expression }) => expression);
    case 'aggregate':
      return [
        ...scan.groups.map(({ expression }) => expression),
        ...scan.aggregates.flatMap(({ call }) => aggregateOperands(call)),
      ];
    case 'analytic':
      return scan.functions.flatMap(({ call }) => analyticOperands(call));
    case 'order_by':
      return keys(scan.items);
    case 'limit':
      return scan.offset ? [scan.limit, scan.offset] : [scan.limit];
    default:
      return [];
  }
}

/** The expressions of an aggregate call. */
export function aggregateOperands(call: AggregateCall): readonly ResolvedExpression[] {
  return [
    ...call.arguments,
    ...(call.having ? [call.having.expression] : []),
    ...keys(call.orderBy),
    ...(call.limit ? [call.limit] : []),
  ];
}

/** The expressions of a window function call. */
export function analyticOperands(call: AnalyticCall): readonly ResolvedExpression[] {
  const bounds = [call.frame?.start.offset, call.frame?.end.offset];
  return [
    ...aggregateOperands(call),
    ...call.partitionBy,
    ...keys(call.windowOrderBy),
    ...bounds.filter((offset) => offset !== undefined),
  ];
}

function keys(items: readonly ResolvedOrderItem[]): readonly ResolvedExpression[] {
  return items.map(({ expression }) => expression);
}

/**
 * Every expression below and including the given ones; with `all`, those inside their subqueries too.
 * Deep chains are no danger to the stack.
 */
export function* everyExpression(
  expressions: Iterable<ResolvedExpression>,
  which: 'own' | 'all',
): Generator<ResolvedExpression> {
  const pending = [...expressions];
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    for (const operand of operands(next)) pending.push(operand);
    if (next.kind !== 'subquery' || which === 'own') continue;
    for (const scan of everyScan(next.scan)) {
      for (const expression of expressionsOf(scan)) pending.push(expression);
    }
  }
}

/** A scan and every scan below it, without those of subqueries. */
export function* everyScan(root: Scan): Generator<Scan> {
  const pending = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    pending.push(...inputs(next));
  }
}

/** Every scan of a statement, those of subqueries too. */
export function* allScans(root: Scan): Generator<Scan> {
  const pending = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const scan of everyScan(next)) {
      yield scan;
      for (const expression of everyExpression(expressionsOf(scan), 'own')) {
        if (expression.kind === 'subquery') pending.push(expression.scan);
      }
    }
  }
}

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
