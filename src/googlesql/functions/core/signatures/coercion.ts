import { literal } from '../../../analysis/resolved/build.ts';
import type { ResolvedExpression } from '../../../analysis/resolved/resolved.ts';
import { excerpt } from '../../../excerpt.ts';
import { SqlError } from '../../../sql-error.ts';
import { sameType, shownTypeName, type Type } from '../../../types.ts';
import { canCast } from '../../conversion/cast-lowering.ts';
import { literalConversion } from './literal-conversion.ts';
import { coercionDistance, isUndeclared, isUntypedNull } from './supertype.ts';
import { giveType, holdsUndeclared } from './undeclared.ts';

/**
 * The expression coerced to a type without a cast, or undefined if there is no such coercion. Literals are converted
 * immediately; a literal that does not convert is an error at `at`. For parameters that nobody declared, `peers` are the
 * values whose common type it is, if it is not that of the place.
 */
export function coerce(
  expression: ResolvedExpression,
  to: Type,
  at: number,
  peers?: readonly ResolvedExpression[],
): ResolvedExpression | undefined {
  if (isUntypedNull(expression)) return literal(to, null);
  if (isUndeclared(expression)) return giveType(expression, to, peers);
  if (sameType(expression.type, to) && !holdsUndeclared(expression)) return expression;
  if (coercionDistance(expression, to) === undefined) return undefined;
  return (
    convertConstructor(expression, to, at, peers) ??
    convertLiteral(expression, to, at) ??
    cast(expression, to)
  );
}

function cast(expression: ResolvedExpression, to: Type, safe = false): ResolvedExpression {
  return { kind: 'cast', type: to, expression, safe };
}

function convertConstructor(
  expression: ResolvedExpression,
  to: Type,
  at: number,
  peers?: readonly ResolvedExpression[],
): ResolvedExpression | undefined {
  if (expression.kind === 'array' && to.kind === 'ARRAY') {
    const items = expression.items.map((item) => coerce(item, to.element, at, peers));
    return isComplete(items) ? { kind: 'array', type: to, items } : undefined;
  }
  if (expression.kind === 'struct' && to.kind === 'STRUCT') {
    const fields = expression.fields.map((field, i) =>
      coerce(field, to.fields[i]?.type ?? field.type, at, peers),
    );
    return isComplete(fields) ? { kind: 'struct', type: to, fields } : undefined;
  }
  return undefined;
}

function isComplete<Item>(items: readonly (Item | undefined)[]): items is readonly Item[] {
  return items.every((item) => item !== undefined);
}

function convertLiteral(
  expression: ResolvedExpression,
  to: Type,
  at: number,
): ResolvedExpression | undefined {
  if (expression.kind !== 'literal' || !isScalar(expression.type) || !isScalar(to))
    return undefined;
  const { value } = expression;
  const convert = literalConversion(expression.type.kind, to.kind);
  if (!convert || value === null || typeof value === 'boolean') return undefined;
  const converted = convert(expression.text ?? value);
  if (converted === undefined) {
    const text = typeof value === 'string' ? `"${escapeText(excerpt(value))}"` : String(value);
    throw new SqlError(`Could not cast literal ${text} to type ${shownTypeName(to)}`, at);
  }
  return literal(to, converted);
}

function isScalar(type: Type): type is Exclude<Type, { kind: 'ARRAY' | 'STRUCT' }> {
  return type.kind !== 'ARRAY' && type.kind !== 'STRUCT';
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function escapeText(text: string): string {
  return text.replace(/[\\"\n\r\t]/g, (character) => ESCAPES[character] ?? character);
}

/** Resolves an explicit CAST; refused if no value of the one type can be cast to the other. */
export function resolveCast(
  expression: ResolvedExpression,
  to: Type,
  safe: boolean,
  at: number,
): ResolvedExpression {
  if (isUntypedNull(expression)) return literal(to, null);
  if (isUndeclared(expression)) return giveType(expression, to);
  // It stays what literals are beside: a constant, and a text that takes other types.
  if (expression.kind === 'parameter' && sameType(expression.type, to)) return expression;
  // An array literal takes its type from the cast: `CAST([] AS ARRAY<STRING>)`.
  const written = expression.kind === 'array' ? convertConstructor(expression, to, at) : undefined;
  if (written?.kind === 'array') return { ...written, explicit: true };
  const exact = isExactDecimal(expression, to) ? convertLiteral(expression, to, at) : undefined;
  if (exact) return exact;
  if (!canCast(expression.type, to)) {
    const types = `from ${shownTypeName(expression.type)} to ${shownTypeName(to)}`;
    throw new SqlError(`Invalid cast ${types}`, at);
  }
  return cast(expression, to, safe);
}

/** Whether a cast uses the digits of a numeric literal, before they are rounded to a double. */
function isExactDecimal(expression: ResolvedExpression, to: Type): boolean {
  if (expression.kind !== 'literal' || expression.text === undefined) return false;
  return (
    (to.kind === 'NUMERIC' || to.kind === 'BIGNUMERIC') &&
    literalConversion('FLOAT64', to.kind)?.(expression.text) !== undefined
  );
}

/** Whether values of a type can be compared with `=`: arrays cannot on BigQuery, unlike in the reference. */
export function supportsEquality(type: Type): boolean {
  if (type.kind === 'STRUCT') return type.fields.every((field) => supportsEquality(field.type));
  return type.kind !== 'JSON' && type.kind !== 'ARRAY';
}

/** Whether values of a type can be compared with `<` and sorted: arrays cannot on BigQuery, unlike in the reference. */
export function supportsOrdering({ kind }: Type): boolean {
  return kind !== 'JSON' && kind !== 'STRUCT' && kind !== 'ARRAY';
}

/** Whether GROUP BY and DISTINCT accept values of a type. */
export function supportsGrouping(type: Type): boolean {
  if (type.kind === 'ARRAY') return supportsGrouping(type.element);
  if (type.kind === 'STRUCT') return type.fields.every((field) => supportsGrouping(field.type));
  return type.kind !== 'JSON';
}
