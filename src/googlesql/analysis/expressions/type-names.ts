import { excerpt } from '../../excerpt.ts';
import type { NestedLimits } from '../../functions/conversion/nested-limits.ts';
import { SqlError } from '../../sql-error.ts';
import type { TypeName } from '../../syntax/tree/ast.ts';
import { arrayOf, SCALARS, type ScalarKind, structOf, type Type } from '../../types.ts';

/** The type that a type name denotes; a length or precision, where allowed, is handled by `typeLimit`. */
export function resolveTypeName(node: TypeName, limits: 'refused' | 'allowed' = 'refused'): Type {
  if (node.kind === 'scalar' && node.parameters.length > 0 && limits === 'refused') {
    throw new SqlError('Parameterized types are not supported here', node.at);
  }
  if (node.kind === 'array_type') {
    const element = resolveTypeName(node.element, limits);
    if (element.kind === 'ARRAY') throw new SqlError('Arrays of arrays are not supported', node.at);
    return arrayOf(element);
  }
  if (node.kind === 'struct_type') {
    return structOf(
      node.fields.map(({ name, type }) => ({
        name: name?.name ?? '',
        type: resolveTypeName(type, limits),
      })),
    );
  }
  const scalar: Type | undefined = SCALARS[node.name.toUpperCase() as ScalarKind];
  if (scalar) return scalar;
  throw new SqlError(`Type not found: ${excerpt(node.name)}`, node.at);
}

/** The limit of a parameterized type: the function that enforces it, and its parameters. */
export interface TypeLimit {
  readonly function: '$limit_text' | '$limit_numeric';
  readonly numbers: readonly bigint[];
}

/** The limits within an array or struct type; null for a type without any. */
export function nestedLimits(node: TypeName): NestedLimits {
  if (node.kind === 'scalar') return typeLimit(node)?.numbers.map(Number) ?? null;
  if (node.kind === 'array_type') {
    const element = nestedLimits(node.element);
    return element && { element };
  }
  const fields = node.fields.map(({ type }) => nestedLimits(type));
  return fields.some((limits) => limits !== null) ? { fields } : null;
}

/** The digits of the decimal types before the point, and those behind it. */
const DIGITS = { NUMERIC: [29n, 9n], BIGNUMERIC: [38n, 38n] } as const;

/** The limit of `STRING(5)`, `BYTES(5)` or `NUMERIC(10, 2)`; undefined for a type without one. */
export function typeLimit(node: TypeName): TypeLimit | undefined {
  if (node.kind !== 'scalar' || node.parameters.length === 0) return undefined;
  const numbers = node.parameters.map((text) => (/^\d{1,9}$/.test(text) ? BigInt(text) : -1n));
  if (node.name === 'NUMERIC' || node.name === 'BIGNUMERIC') {
    return decimalLimit(node.name, numbers, node);
  }
  if (node.name !== 'STRING' && node.name !== 'BYTES') {
    refuse(`${node.name} does not support type parameters`, node);
  }
  const [length = 0n, ...more] = numbers;
  if (more.length > 0) refuse(`${node.name} type can only have one parameter`, node);
  if (length < 1n) refuse(`${node.name} length must be greater than 0`, node);
  return { function: '$limit_text', numbers };
}

function decimalLimit(
  name: keyof typeof DIGITS,
  numbers: readonly bigint[],
  node: TypeName,
): TypeLimit {
  const [integers, maxScale] = DIGITS[name];
  const [precision = 0n, scale = 0n, ...more] = numbers;
  if (more.length > 0) refuse(`${name} type can only have 1 or 2 parameters`, node);
  if (scale < 0n || scale > maxScale) {
    refuse(`In ${name}(P, S), S must be between 0 and ${maxScale}`, node);
  }
  const least = scale > 1n ? scale : 1n;
  if (precision < least || precision > scale + integers) {
    const type = numbers.length > 1 ? `${name}(P, ${scale})` : `${name}(P)`;
    refuse(`In ${type}, P must be between ${least} and ${scale + integers}`, node);
  }
  return { function: '$limit_numeric', numbers: [precision, scale] };
}

function refuse(message: string, { at }: TypeName): never {
  throw new SqlError(message, at);
}
