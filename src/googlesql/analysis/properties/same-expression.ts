import { sameType } from '../../types.ts';
import type {
  ExpressionOf,
  FunctionCall,
  ResolvedExpression,
  ResolvedKind,
} from '../resolved/resolved.ts';

/**
 * Whether two expressions are the same and so always have the same value. As in the reference, false for subqueries and
 * for structs that contain anything but constants.
 */
export function sameExpression(left: ResolvedExpression, right: ResolvedExpression): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || !sameType(left.type, right.type)) return false;
  const compare = COMPARE[left.kind] as (l: ResolvedExpression, r: ResolvedExpression) => boolean;
  return compare(left, right);
}

/** A comparison per kind; the cast above is sound because both sides have the kind that selected it. */
const COMPARE: {
  readonly [K in ResolvedKind]: (left: ExpressionOf<K>, right: ExpressionOf<K>) => boolean;
} = {
  literal: (left, right) => Object.is(left.value, right.value),
  parameter: (left, right) => left.name === right.name,
  column: (left, right) => left.column === right.column,
  call: sameCall,
  cast: (left, right) =>
    left.safe === right.safe && sameExpression(left.expression, right.expression),
  get_field: (left, right) =>
    left.index === right.index && sameExpression(left.struct, right.struct),
  struct: (left, right) => left.fields.every(isLiteral) && sameList(left.fields, right.fields),
  array: (left, right) => sameList(left.items, right.items),
  subquery: () => false,
};

function isLiteral({ kind }: ResolvedExpression): boolean {
  return kind === 'literal';
}

function sameCall(left: FunctionCall, right: FunctionCall): boolean {
  return (
    left.function.name === right.function.name &&
    left.part === right.part &&
    left.safe === right.safe &&
    sameList(left.arguments, right.arguments)
  );
}

function sameList(
  left: readonly ResolvedExpression[],
  right: readonly ResolvedExpression[],
): boolean {
  return (
    left.length === right.length &&
    left.every((item, i) => {
      const other = right[i];
      return other !== undefined && sameExpression(item, other);
    })
  );
}

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
