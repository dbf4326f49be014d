import type { ResolvedExpression } from '../resolved/resolved.ts';
import { sameExpression } from './equal.ts';

/** A map keyed by expressions; lookup cost does not depend on its size. */
export class ExpressionIndex<Value> {
  readonly #buckets = new Map<string, { expression: ResolvedExpression; value: Value }[]>();

  /** Adds a value; for equal expressions the first value wins. */
  add(expression: ResolvedExpression, value: Value): void {
    const key = outline(expression, DEPTH);
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.push({ expression, value });
    else this.#buckets.set(key, [{ expression, value }]);
  }

  find(expression: ResolvedExpression): Value | undefined {
    const bucket = this.#buckets.get(outline(expression, DEPTH));
    return bucket?.find((entry) => sameExpression(entry.expression, expression))?.value;
  }
}

/** The number of tree levels in an expression's hash key; candidates are then compared as a whole. */
const DEPTH = 3;

/** The hash key of an expression's upper levels; equal for equal expressions. */
function outline(expression: ResolvedExpression, depth: number): string {
  if (depth === 0) return '';
  switch (expression.kind) {
    case 'column':
      return `c${expression.column.id}`;
    case 'literal':
      return `l${String(expression.value)}`;
    case 'parameter':
      return `p${expression.name}`;
    case 'get_field':
      return `f${expression.index}(${outline(expression.struct, depth - 1)})`;
    case 'cast':
      return `t(${outline(expression.expression, depth - 1)})`;
    case 'call': {
      const parts = expression.arguments.map((argument) => outline(argument, depth - 1));
      return `${expression.function.name}(${parts.join()})`;
    }
    default:
      return expression.kind;
  }
}
