import type { Cast, Expression, TypeName } from '../syntax/tree/ast.ts';
import { SCALARS, type Type } from '../types.ts';

/** The value of a condition, or the NULL of any type. */
export type Constant = 'TRUE' | 'FALSE' | 'NULL';

/** The constants that folding made, each its own object. */
export class FoldedConstants {
  readonly #values = new WeakMap<Expression, Constant>();

  /** The value of an expression that folding made; undefined for any other, constants of the query included. */
  of(expression: Expression): Constant | undefined {
    return this.#values.get(expression);
  }

  /** `CAST(NULL AS type)`. */
  null(type: Type, at: number): Expression {
    const node = castTo({ kind: 'literal', at, type: 'NULL', value: '' }, type, at);
    this.#values.set(node, 'NULL');
    return node;
  }

  /** TRUE, FALSE or the NULL of a condition. */
  condition(value: Constant, at: number): Expression {
    if (value === 'NULL') return this.null(SCALARS.BOOL, at);
    const node: Expression = { kind: 'literal', at, type: 'BOOL', value: value.toLowerCase() };
    this.#values.set(node, value);
    return node;
  }
}

/** The value of a constant that the query itself has; undefined for any other expression. */
export function writtenConstant(node: Expression): Constant | undefined {
  if (node.kind !== 'literal') return undefined;
  if (node.type === 'NULL') return 'NULL';
  if (node.type !== 'BOOL') return undefined;
  return node.value === 'true' ? 'TRUE' : 'FALSE';
}

/** `CAST(expression AS type)`. */
export function castTo(expression: Expression, type: Type, at: number): Cast {
  const absent = { format: undefined, timeZone: undefined };
  return { kind: 'cast', at, safe: false, expression, type: typeNode(type, at), ...absent };
}

function typeNode(type: Type, at: number): TypeName {
  if (type.kind === 'ARRAY') {
    return { kind: 'array_type', at, element: typeNode(type.element, at) };
  }
  if (type.kind !== 'STRUCT') return { kind: 'scalar', at, name: type.kind, parameters: [] };
  const fields = type.fields.map(({ name, type: own }) => ({
    name: name === '' ? undefined : { at, name },
    type: typeNode(own, at),
  }));
  return { kind: 'struct_type', at, fields };
}
