import { SqlError } from '../../sql-error.ts';
import type { Type } from '../../types.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';
import { expressionParts } from '../resolved/traverse.ts';

/** The maximum number of columns and expressions that a statement may expand to beyond those written in it. */
const MAX_PARTS = 50_000;

/** The maximum number of scalars in a type, counted like BigQuery counts the columns of a table. */
const MAX_FIELDS = 10_000;

/**
 * Bounds the tree that a short text may expand to: a star lists all columns, an alias repeats its expression, and both
 * can nest.
 */
export class Budget {
  #parts = 0;
  readonly #sizes = new WeakMap<ResolvedExpression, number>();
  readonly #fields = new WeakMap<Type, number>();

  /** Counts parts that were generated rather than written. */
  spend(parts: number, at: number): void {
    this.#parts += parts;
    if (this.#parts <= MAX_PARTS) return;
    throw new SqlError(`Query is too complex: it expands to more than ${MAX_PARTS} parts`, at);
  }

  /** Counts an expression that an alias repeats. */
  spendExpression(expression: ResolvedExpression, at: number): void {
    this.spend(this.#sizeOf(expression), at);
  }

  /** Refuses types that have grown too large by nesting. */
  checkType(type: Type): void {
    if (this.#fieldsOf(type) <= MAX_FIELDS) return;
    throw new SqlError(`Query is too complex: a type has more than ${MAX_FIELDS} fields`);
  }

  #sizeOf(expression: ResolvedExpression): number {
    const cached = this.#sizes.get(expression);
    if (cached !== undefined) return cached;
    let size = 0;
    const open = [expression];
    for (let part = open.pop(); part && size <= MAX_PARTS; part = open.pop()) {
      size += 1;
      open.push(...expressionParts(part));
    }
    this.#sizes.set(expression, size);
    return size;
  }

  #fieldsOf(type: Type): number {
    if (type.kind === 'ARRAY') return this.#fieldsOf(type.element);
    if (type.kind !== 'STRUCT') return 1;
    const cached = this.#fields.get(type);
    if (cached !== undefined) return cached;
    const count = type.fields.reduce((sum, field) => sum + this.#fieldsOf(field.type), 0);
    this.#fields.set(type, count);
    return count;
  }
}
