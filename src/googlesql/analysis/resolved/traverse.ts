/** Walks over the resolved tree, based on the direct children in `tree-parts.ts`. */
import type { FunctionCall, ResolvedExpression, Scan } from './resolved.ts';
import { expressionParts, expressionsOf, inputsOf } from './tree-parts.ts';

/**
 * Every expression within the given ones, including themselves; with `all`, also those inside their subqueries.
 * Iterative, so deep chains do not overflow the stack.
 */
export function* everyExpression(
  expressions: Iterable<ResolvedExpression>,
  which: 'own' | 'all',
): Generator<ResolvedExpression> {
  const pending = [...expressions];
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    for (const operand of expressionParts(next)) pending.push(operand);
    if (next.kind !== 'subquery' || which === 'own') continue;
    for (const scan of everyScan(next.scan)) {
      for (const expression of expressionsOf(scan)) pending.push(expression);
    }
  }
}

/** A scan and every scan below it, excluding those of subqueries. */
export function* everyScan(root: Scan): Generator<Scan> {
  const pending = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    pending.push(...inputsOf(next));
  }
}

/** Every scan of a statement, including those of subqueries. */
export function* allScans(root: Scan): Generator<Scan> {
  const pending = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const scan of everyScan(next)) {
      yield scan;
      // Not by subqueriesOf: another generator for each scan takes measurable time.
      for (const expression of everyExpression(expressionsOf(scan), 'own')) {
        if (expression.kind === 'subquery') pending.push(expression.scan);
      }
    }
  }
}

/** The scans of the subqueries in a scan's own expressions. */
export function* subqueriesOf(scan: Scan): Generator<Scan> {
  for (const expression of everyExpression(expressionsOf(scan), 'own')) {
    if (expression.kind === 'subquery') yield expression.scan;
  }
}

/** Whether an expression or any part of it is a subquery. */
export function hasSubquery(root: ResolvedExpression): boolean {
  return everyExpression([root], 'own').some(({ kind }) => kind === 'subquery');
}

/** Every expression of a statement, including those in subqueries. */
export function* allExpressions(root: Scan): Generator<ResolvedExpression> {
  for (const scan of allScans(root)) yield* everyExpression(expressionsOf(scan), 'own');
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

/** The terms of a condition that are joined with AND; the condition itself if there are none. */
export function conjunctsOf(condition: ResolvedExpression): readonly ResolvedExpression[] {
  const isChain = condition.kind === 'call' && condition.function.name === '$and';
  return isChain ? chainTerms(condition) : [condition];
}

/** The greatest id of a statement's columns. */
export function lastColumnId(root: Scan): number {
  let last = 0;
  for (const scan of allScans(root)) {
    for (const { id } of scan.columns) last = Math.max(last, id);
    for (const expression of everyExpression(expressionsOf(scan), 'own')) {
      if (expression.kind === 'column') last = Math.max(last, expression.column.id);
    }
  }
  return last;
}
