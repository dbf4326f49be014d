import {
  CHAINS,
  everyScan,
  expressionParts,
  expressionsOf,
  guardedValue,
  type ResolvedExpression,
  type ResolvedStatement,
  type Scan,
} from '#googlesql';
import { takesWholeRecord } from '../../whole-records.ts';

/** A call that takes a whole record may name each of its fields several times. */
const WHOLE_RECORD = 500;

/** Clients' queries have up to 900 expressions and 6 levels; the limits of printing and planning lie far above these. */
const MAX_EXPRESSIONS = 5_000;
const MAX_DEPTH = 12;

/** A scan counts as so many expressions. */
const SCAN = 5;

/** So many characters of a text count as an expression: printed, each may take three and be copied. */
const CHARACTERS = 4;

/**
 * Whether a statement could come near a limit of printing or planning: it has many expressions, long texts, or many
 * levels of them and of subqueries. A call that takes a whole record counts as many.
 */
export function isLarge({ scan }: ResolvedStatement): boolean {
  let expressions = 0;
  const pending: { expression: ResolvedExpression; level: number }[] = [];
  const add = (level: number, operands: Iterable<ResolvedExpression>) => {
    for (const expression of operands) pending.push({ expression, level });
  };
  const addScans = (level: number, root: Scan) => {
    for (const one of everyScan(root)) {
      expressions += SCAN;
      add(level, expressionsOf(one));
    }
  };
  // Iterative, so deep chains do not overflow the stack.
  addScans(1, scan);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { expression, level } = next;
    expressions += weightOf(expression);
    if (level > MAX_DEPTH || expressions > MAX_EXPRESSIONS) return true;
    const isChain = expression.kind === 'call' && CHAINS.has(expression.function.name);
    add(isChain ? level : level + 1, expressionParts(expression));
    if (expression.kind === 'subquery') addScans(level + 1, expression.scan);
  }
  return false;
}

function weightOf(expression: ResolvedExpression): number {
  if (expression.kind === 'literal' && typeof expression.value === 'string') {
    return 1 + expression.value.length / CHARACTERS;
  }
  return takesWholeRecord(expression) && !guardedValue(expression) ? WHOLE_RECORD : 1;
}
