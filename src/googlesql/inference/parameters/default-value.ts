import { isNumber, resolveLiteral } from '../../analysis/expressions/literals.ts';
import { resolveTypeName } from '../../analysis/expressions/type-names.ts';
import type { MakeArray, ResolvedLiteral } from '../../analysis/resolved/resolved.ts';
import { coerce } from '../../functions/core/signatures/coercion.ts';
import { commonSupertype } from '../../functions/core/signatures/supertype.ts';
import { SqlError } from '../../sql-error.ts';
import type { ArrayConstructor, Expression } from '../../syntax/tree/ast.ts';
import { type ArrayType, arrayOf, type Type, typeName } from '../../types.ts';

/** The value of a parameter that is left out: a literal, or an array of literals. */
export type DefaultValue = ResolvedLiteral | MakeArray;

/** A default in the type of its parameter; undefined for NULL. */
export function resolveDefault(node: Expression, type: Type): DefaultValue | undefined {
  if (isNullDefault(node)) return undefined;
  if (node.kind === 'array' && type.kind === 'ARRAY') return arrayDefault(node, type);
  const value = node.kind === 'array' ? undefined : coerce(literalValue(node), type, node.at);
  if (value?.kind === 'literal') return value;
  const own = defaultType(node);
  throw new SqlError(
    `The default is ${own ? typeName(own) : 'an array'} and not ${typeName(type)}`,
    node.at,
  );
}

function arrayDefault(node: ArrayConstructor, type: ArrayType): DefaultValue {
  const items = node.items.map((item) => resolveDefault(item, type.element));
  if (items.every((item) => item !== undefined)) return { kind: 'array', type, items };
  return refuseNullElement(node);
}

function refuseNullElement({ at }: ArrayConstructor): never {
  throw new SqlError('An array must not have NULL elements', at);
}

/** Whether a default is NULL. */
export function isNullDefault(node: Expression): boolean {
  return node.kind === 'literal' && node.type === 'NULL';
}

/** The type that a default has by itself; undefined for NULL and `[]`. */
export function defaultType(node: Expression): Type | undefined {
  if (isNullDefault(node)) return undefined;
  if (node.kind !== 'array') return literalValue(node).type;
  if (node.element) return arrayOf(resolveTypeName(node.element));
  if (node.items.some(isNullDefault)) refuseNullElement(node);
  const items = node.items.map(literalValue);
  const element = items.length > 0 ? commonSupertype(items) : undefined;
  return element && arrayOf(element);
}

function literalValue(node: Expression): ResolvedLiteral {
  const isSigned = node.kind === 'unary' && (node.operator === '-' || node.operator === '+');
  const written = isSigned ? node.operand : node;
  if (written.kind === 'literal' && (!isSigned || isNumber(written))) {
    const value = resolveLiteral(written, isSigned && node.operator === '-');
    if (value.kind === 'literal') return value;
  }
  throw new SqlError(
    "A default is NULL, TRUE, FALSE, a number, a text, a literal like DATE '2026-01-31', or an array of them like [1, 2]",
    node.at,
  );
}
