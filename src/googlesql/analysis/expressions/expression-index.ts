import type { ResolvedExpression } from '../resolved/resolved.ts';
import { sameExpression } from './equal.ts';

/** Finds values by expressions that are the same; looking up costs little however many there are. */
export class ExpressionIndex<Value> {
  readonly #buckets = new Map<string, { expression: ResolvedExpression; value: Value }[]>();

  /** Adds a value; of several under the same expression the first is found. */
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

/** How many levels of an expression tell it from others before they are compared as a whole. */
const DEPTH = 3;

/** What an expression looks like from above; the same expressions have the same outline. */
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
