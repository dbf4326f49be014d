import { columnRef, literal } from '../../../analysis/resolved/build.ts';
import type { ParameterUse } from '../../../analysis/resolved/parameter-use.ts';
import type { ResolvedExpression, ResolvedParameter } from '../../../analysis/resolved/resolved.ts';
import {
  arrayOf,
  SCALARS,
  type ScalarKind,
  sameType,
  structOf,
  type Type,
  typeName,
} from '../../../types.ts';
import { literalConversion } from './literal-conversion.ts';

/** The types a scalar coerces to, nearest first. */
const COERCIONS: Readonly<Partial<Record<ScalarKind, readonly ScalarKind[]>>> = {
  INT64: ['FLOAT64', 'NUMERIC', 'BIGNUMERIC'],
  NUMERIC: ['BIGNUMERIC', 'FLOAT64'],
  BIGNUMERIC: ['FLOAT64'],
  DATE: ['DATETIME'],
};

/** The distance of a coercion: 0 for the same type, undefined if there is no coercion. */
export function coercionDistance(expression: ResolvedExpression, to: Type): number | undefined {
  if (isUntyped(expression)) return 0;
  if (sameType(expression.type, to)) return 0;
  if (to.kind === 'ARRAY') return arrayDistance(expression, to.element);
  if (to.kind === 'STRUCT')
    return structDistance(
      expression,
      to.fields.map(({ type }) => type),
    );
  const widening = typeDistance(expression.type, to);
  return widening ?? conversionDistance(expression, to.kind);
}

/** Whether an expression is an untyped NULL. */
export function isUntypedNull(expression: ResolvedExpression): boolean {
  return expression.kind === 'literal' && expression.value === null && expression.coercible;
}

/** Whether an expression is a parameter whose type is not settled. */
export function isUndeclared(
  expression: ResolvedExpression,
): expression is ResolvedParameter & { readonly use: ParameterUse } {
  return expression.kind === 'parameter' && expression.use !== undefined;
}

/** Whether an expression takes any type: an untyped NULL, or a parameter whose type is not settled. */
export function isUntyped(expression: ResolvedExpression): boolean {
  return isUntypedNull(expression) || isUndeclared(expression);
}

/** Whether an expression may still take another type. */
export function isOpen(expression: ResolvedExpression): boolean {
  if (expression.kind === 'array') return expression.items.every(isOpen);
  if (expression.kind === 'struct') return expression.fields.every(isOpen);
  return isCoercibleLiteral(expression) || isUndeclared(expression);
}

/** Whether an expression is a constant that may still take another type. */
export function isCoercibleLiteral(expression: ResolvedExpression): boolean {
  if (expression.kind === 'literal') return expression.coercible;
  if (expression.kind === 'array') return expression.items.every(isCoercibleLiteral);
  return expression.kind === 'struct' && expression.fields.every(isCoercibleLiteral);
}

/** Only array literals are coerced; `[]` takes any type. */
function arrayDistance(expression: ResolvedExpression, element: Type): number | undefined {
  if (expression.kind !== 'array' || !isWrittenArray(expression)) return undefined;
  return sum(expression.items.map((item) => itemDistance(item, element)));
}

/** A struct inside an array coerces as a value, not as a literal. */
function itemDistance(item: ResolvedExpression, element: Type): number | undefined {
  return coercionDistance(item.kind === 'struct' ? valueOfType(item.type) : item, element);
}

/**
 * Whether an expression is an array literal of open type: `ARRAY<STRING>[]` keeps its type, a bare `[]` defaults to
 * ARRAY<INT64>.
 */
function isWrittenArray(expression: ResolvedExpression): boolean {
  return expression.kind === 'array' && !expression.explicit && isOpen(expression);
}

function structDistance(
  expression: ResolvedExpression,
  fields: readonly Type[],
): number | undefined {
  const own = expression.type;
  if (own.kind !== 'STRUCT' || own.fields.length !== fields.length) return undefined;
  const written = writtenFields(expression);
  return sum(
    own.fields.map((field, i) =>
      fieldDistance(written?.[i] ?? valueOfType(field.type), fields[i] ?? field.type),
    ),
  );
}

/** Inside a struct, the items of `[]` are fixed as INT64; other literals still coerce. */
function fieldDistance(field: ResolvedExpression, to: Type): number | undefined {
  const isEmpty = field.kind === 'array' && isWrittenArray(field) && field.items.length === 0;
  if (!isEmpty || field.type.kind !== 'ARRAY' || to.kind !== 'ARRAY')
    return coercionDistance(field, to);
  return coercionDistance(valueOfType(field.type.element), to.element);
}

/** The fields of a struct literal without an explicit type. */
function writtenFields(expression: ResolvedExpression): readonly ResolvedExpression[] | undefined {
  return expression.kind === 'struct' && !expression.explicit ? expression.fields : undefined;
}

function typeDistance(from: Type, to: Type): number | undefined {
  if (from.kind === to.kind) return from.kind === 'ARRAY' || from.kind === 'STRUCT' ? undefined : 0;
  const index = COERCIONS[from.kind as ScalarKind]?.indexOf(to.kind as ScalarKind) ?? -1;
  return index < 0 ? undefined : index + 1;
}

function conversionDistance(expression: ResolvedExpression, to: ScalarKind): number | undefined {
  const from = expression.type.kind;
  if (from === 'ARRAY' || from === 'STRUCT') return undefined;
  const isLiteral = isCoercibleLiteral(expression);
  // Among parameters, only those of type STRING convert as literals do.
  const converts = isLiteral || (expression.kind === 'parameter' && from === 'STRING');
  // Among the types that a string literal converts to, DATE is nearest.
  const distance = from === 'STRING' && to !== 'DATE' ? 2 : 1;
  return converts && literalConversion(from, to) ? distance : undefined;
}

function sum(distances: readonly (number | undefined)[]): number | undefined {
  return distances.reduce<number | undefined>(
    (total, distance) =>
      total === undefined || distance === undefined ? undefined : total + distance,
    0,
  );
}

/** An expression of which only the type is known, used to query its coercions. */
function valueOfType(type: Type): ResolvedExpression {
  return columnRef({ id: -1, name: '', type });
}

/** The type that all expressions coerce to; INT64 if none of them has a type. */
export function commonSupertype(expressions: readonly ResolvedExpression[]): Type | undefined {
  const typed = expressions.filter((expression) => !isUntyped(expression));
  const first = typed[0];
  if (!first) return SCALARS.INT64;
  if (typed.every(({ type }) => sameType(type, first.type))) return first.type;
  return candidates(typed).find((type) =>
    typed.every((expression) => coercionDistance(expression, type) !== undefined),
  );
}

/** Candidate supertypes; the types of values precede those of literals. */
function candidates(expressions: readonly ResolvedExpression[]): Type[] {
  if (expressions.every(({ type }) => type.kind === 'STRUCT')) return structCandidates(expressions);
  if (expressions.every(({ type }) => type.kind === 'ARRAY')) return arrayCandidates(expressions);
  const values = expressions.filter((expression) => !isCoercibleLiteral(expression));
  const literals = expressions.filter(isCoercibleLiteral);
  const widest = (list: readonly ResolvedExpression[]) => {
    const types = list.map(({ type }) => type);
    return [...types, ...types.flatMap(({ kind }) => widerTypes(kind))];
  };
  const own = values.map(({ type }) => type);
  const all = [...own, ...literals.map(({ type }) => type), ...widest(values), ...widest(literals)];
  // Thousands of literals have few distinct types, and each is tried against all of them.
  return [...new Map(all.map((type) => [typeName(type), type])).values()];
}

function widerTypes(kind: Type['kind']): Type[] {
  return (COERCIONS[kind as ScalarKind] ?? []).map((wider) => SCALARS[wider]);
}

function structCandidates(expressions: readonly ResolvedExpression[]): Type[] {
  // The first struct determines the field names.
  const [named] = expressions;
  if (named?.type.kind !== 'STRUCT') return [];
  const fields = named.type.fields.map((field, i) => {
    const column = expressions.map((expression) => structField(expression, i));
    const present = column.filter((item) => item !== undefined);
    const type = present.length === column.length ? fieldSupertype(present) : undefined;
    return type && { name: field.name, type };
  });
  const complete = fields.filter((field) => field !== undefined);
  return complete.length === fields.length ? [structOf(complete)] : [];
}

const ZERO = literal(SCALARS.INT64, 0n, true);

/** A NULL before all other literals makes the field INT64, unless a value has another type. */
function fieldSupertype(fields: readonly ResolvedExpression[]): Type | undefined {
  const [first] = fields;
  if (!first || !isUntypedNull(first) || !fields.every(isCoercibleLiteral))
    return commonSupertype(fields);
  return commonSupertype([ZERO, ...fields.slice(1)]);
}

function structField(
  expression: ResolvedExpression,
  index: number,
): ResolvedExpression | undefined {
  const written = writtenFields(expression);
  if (written) return written[index];
  const field = expression.type.kind === 'STRUCT' ? expression.type.fields[index] : undefined;
  return field && valueOfType(field.type);
}

function arrayCandidates(expressions: readonly ResolvedExpression[]): Type[] {
  const elements = expressions.flatMap(arrayElements);
  const element = commonSupertype(elements);
  const types = expressions.filter(({ kind }) => kind !== 'array').map(({ type }) => type);
  return element ? [...types, arrayOf(element)] : types;
}

/** The known elements of an array: those of a literal, or one placeholder of its element type. */
export function arrayElements(expression: ResolvedExpression): readonly ResolvedExpression[] {
  if (expression.kind === 'array' && isWrittenArray(expression)) return expression.items;
  return expression.type.kind === 'ARRAY' ? [valueOfType(expression.type.element)] : [];
}
