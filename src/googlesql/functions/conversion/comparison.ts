import type { Type } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';
import { duckdbFieldName } from '../core/duckdb-type.ts';
import { quoteText } from '../core/quote.ts';

/** An operand of a comparison: SQL that may be repeated, and its value if it is a literal. */
export interface Operand {
  readonly sql: string;
  readonly literal?: LiteralValue | undefined;
}

/**
 * GoogleSQL's `left = right`. Unlike in DuckDB, NaN equals nothing, and NULLs inside arrays and structs make the result
 * unknown.
 */
export function lowerEqual(type: Type, left: Operand, right: Operand, depth = 0): string {
  if (type.kind === 'STRUCT') {
    const equals = type.fields.map((field, i) => {
      const name = quoteText(duckdbFieldName(type, i));
      const of = ({ sql }: Operand) => ({ sql: `struct_extract(${sql}, ${name})` });
      return lowerEqual(field.type, of(left), of(right), depth);
    });
    return equals.length === 0 ? `(${left.sql} = ${right.sql})` : `(${equals.join(' AND ')})`;
  }
  if (type.kind === 'ARRAY') return lowerEqualArrays(type.element, left, right, depth);
  if (type.kind === 'FLOAT64' && !isNumber(left) && !isNumber(right)) {
    return withoutNan(`${left.sql} = ${right.sql}`, left, right);
  }
  return `(${left.sql} = ${right.sql})`;
}

function lowerEqualArrays(element: Type, left: Operand, right: Operand, depth: number): string {
  const i = `i${depth}`;
  const item = ({ sql }: Operand) => ({ sql: `${sql}[${i}]` });
  const equal = lowerEqual(element, item(left), item(right), depth + 1);
  // The minimum of 1 (unequal), 2 (unknown) and 3 (equal) decides.
  const grades = `list_transform(range(1, len(${left.sql}) + 1), lambda ${i}: CASE ${equal} WHEN false THEN 1 WHEN true THEN 3 ELSE 2 END)`;
  return (
    `(CASE WHEN len(${left.sql}) != len(${right.sql}) THEN false ` +
    `WHEN ${left.sql} IS NULL OR ${right.sql} IS NULL THEN NULL ` +
    `ELSE CASE list_min(${grades}) WHEN 1 THEN false WHEN 2 THEN NULL ELSE true END END)`
  );
}

/** The negation of `lowerEqual`. */
export function lowerNotEqual(type: Type, left: Operand, right: Operand): string {
  const isPlain = type.kind !== 'ARRAY' && type.kind !== 'STRUCT' && type.kind !== 'FLOAT64';
  if (isPlain || (type.kind === 'FLOAT64' && (isNumber(left) || isNumber(right)))) {
    return `(${left.sql} != ${right.sql})`;
  }
  return `(NOT ${lowerEqual(type, left, right)})`;
}

/**
 * An order comparison in which NaN is neither less nor greater than anything; DuckDB treats it as the greatest value.
 */
export function lowerOrder(
  operator: '<' | '<=' | '>' | '>=',
  type: Type,
  left: Operand,
  right: Operand,
): string {
  const plain = `${left.sql} ${operator} ${right.sql}`;
  const [greater, smaller] = operator.startsWith('<') ? [right, left] : [left, right];
  if (type.kind !== 'FLOAT64' || isNumber(greater)) return `(${plain})`;
  return withoutNan(plain, greater, smaller);
}

/** What DuckDB's aggregates and list functions may order a value by: they do not see that 24 hours are a day. */
export function orderKey(type: Type | undefined, sql: string): string {
  return type?.kind === 'INTERVAL' ? `gsql_interval_length(${sql})` : sql;
}

/** Makes a comparison false if `checked` is NaN; it stays unknown if the other operand is NULL. */
function withoutNan(comparison: string, checked: Operand, other: Operand): string {
  const isNan = `isnan(${checked.sql})`;
  const guard = isNumber(other) ? `NOT ${isNan}` : `NOT (${isNan} AND ${other.sql} IS NOT NULL)`;
  return `(${comparison} AND ${guard})`;
}

/** Whether an operand is known to be a number other than NaN. */
function isNumber({ literal }: Operand): boolean {
  return typeof literal === 'number' && !Number.isNaN(literal);
}

/** Whether comparing values of a type repeats the operands' SQL. */
export function repeatsOperands(type: Type): boolean {
  return type.kind === 'ARRAY' || type.kind === 'STRUCT' || type.kind === 'FLOAT64';
}
