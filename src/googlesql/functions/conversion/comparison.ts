import { shownTypeName, type Type } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';
import { type Check, type FunctionDefinition, type Lowering, scalarGroup } from '../core/define.ts';
import { duckdbFieldName } from '../core/duckdb-type.ts';
import { bind, pattern } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import {
  supportsEquality,
  supportsGrouping,
  supportsOrdering,
} from '../core/signatures/coercion.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { internalTypeName } from '../core/signatures/signature-text.ts';

/** An operand of a comparison: SQL that may be repeated, and its value if it is a literal. */
interface Operand {
  readonly sql: string;
  readonly literal?: LiteralValue | undefined;
}

/** GoogleSQL's `left = right`. Unlike in DuckDB, NaN equals nothing, and NULLs inside structs make the result unknown. */
export function lowerEqual(type: Type, left: Operand, right: Operand): string {
  if (type.kind === 'STRUCT') {
    const equals = type.fields.map((field, i) => {
      const name = quoteText(duckdbFieldName(type, i));
      const of = ({ sql }: Operand) => ({ sql: `struct_extract(${sql}, ${name})` });
      return lowerEqual(field.type, of(left), of(right));
    });
    return equals.length === 0 ? `(${left.sql} = ${right.sql})` : `(${equals.join(' AND ')})`;
  }
  if (type.kind === 'FLOAT64' && !isNumber(left) && !isNumber(right)) {
    return withoutNan(`${left.sql} = ${right.sql}`, left, right);
  }
  return `(${left.sql} = ${right.sql})`;
}

/** The negation of `lowerEqual`. */
function lowerNotEqual(type: Type, left: Operand, right: Operand): string {
  const isPlain = type.kind !== 'STRUCT' && type.kind !== 'FLOAT64';
  if (isPlain || (type.kind === 'FLOAT64' && (isNumber(left) || isNumber(right)))) {
    return `(${left.sql} != ${right.sql})`;
  }
  return `(NOT ${lowerEqual(type, left, right)})`;
}

/**
 * An order comparison in which NaN is neither less nor greater than anything; DuckDB treats it as the greatest value.
 */
function lowerOrder(
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
  return type.kind === 'STRUCT' || type.kind === 'FLOAT64';
}

const operator = scalarGroup('Operator');

/** A check that refuses types without an order; `what` is an operator's own wording before the type. */
export function requireOrdering(what?: string): Check {
  return ({ name, types }) => refuse(what ?? name, types[0], supportsOrdering);
}

/** A check that refuses types without equality. */
export function requireEquality(what?: string): Check {
  return ({ name, types }) => refuse(what ?? name, types[0], supportsEquality);
}

function refuse(what: string, type: Type | undefined, supports: (type: Type) => boolean): void {
  if (!type || supports(type)) return;
  throw new Error(`${what} is not defined for arguments of type ${internalTypeName(type)}`);
}

function operands(call: LoweredCall, names: readonly string[]): Operand[] {
  return names.map((sql, i) => ({ sql, literal: call.literals[i] }));
}

const NULL_OPERAND: Operand = { sql: 'NULL' };

/** Lowers a comparison; where it repeats an operand, the operands are bound to names first. */
function compared(lower: (type: Type, left: Operand, right: Operand) => string): Lowering {
  return (call) => {
    const [type] = call.types;
    if (!type) return 'NULL';
    const print = (names: readonly string[]) => {
      const [left = NULL_OPERAND, right = NULL_OPERAND] = operands(call, names);
      return lower(type, left, right);
    };
    const isRepeated = print(['$1', '$2']).split(/\$[12]/).length > 3;
    return isRepeated ? bind(call, print) : print(call.arguments);
  };
}

function equality(name: string, what: string, lower: Lowering): FunctionDefinition {
  return operator(name, [['(T1, T1) -> BOOL', lower]], requireEquality(what));
}

function distinctness(name: string, sql: string): FunctionDefinition {
  const check: Check = ({ types: [type] }) => refuse('Grouping', type, supportsGrouping);
  return operator(name, [['(T1, T1) -> BOOL', pattern(sql)]], check);
}

function order(name: string, what: string, symbol: '<' | '<=' | '>' | '>='): FunctionDefinition {
  const lower = compared((type, left, right) => lowerOrder(symbol, type, left, right));
  return operator(name, [['(T1, T1) -> BOOL', lower]], requireOrdering(what));
}

function lowerBetween(call: LoweredCall): string {
  const [type] = call.types;
  if (!type || !repeatsOperands(type)) return pattern('($1 BETWEEN $2 AND $3)')(call);
  return bind(call, (names) => {
    const [value = NULL_OPERAND, low = NULL_OPERAND, high = NULL_OPERAND] = operands(call, names);
    return `(${lowerOrder('>=', type, value, low)} AND ${lowerOrder('<=', type, value, high)})`;
  });
}

function lowerIn(call: LoweredCall): string {
  const [type] = call.types;
  const [needle = '', ...items] = call.arguments;
  const isPlain =
    !type ||
    !repeatsOperands(type) ||
    (type.kind === 'FLOAT64' && call.literals.slice(1).every((value) => typeof value === 'number'));
  if (isPlain) return `(${needle} IN (${items.join(', ')}))`;
  return bind(call, (names) => {
    const [value = NULL_OPERAND, ...others] = operands(call, names);
    return `(${others.map((other) => lowerEqual(type, value, other)).join(' OR ')})`;
  });
}

function lowerInArray(call: LoweredCall): string {
  const [type] = call.types;
  return bind(call, (names) => {
    const [value = NULL_OPERAND, list = NULL_OPERAND] = operands(call, names);
    const equal = type ? lowerEqual(type, value, { sql: 'item' }) : 'NULL';
    const grades = `list_transform(${list.sql}, lambda item: CASE ${equal} WHEN true THEN 3 WHEN false THEN 1 ELSE 2 END)`;
    return `(CASE list_max(${grades}) WHEN 3 THEN true WHEN 2 THEN NULL ELSE false END)`;
  });
}

/** Comparison operators; NaN and NULL inside structs follow GoogleSQL. */
export const COMPARISON_OPERATORS: readonly FunctionDefinition[] = [
  equality('$equal', 'Equality', compared(lowerEqual)),
  equality('$not_equal', 'Inequality', compared(lowerNotEqual)),
  order('$less', 'Less than', '<'),
  order('$less_or_equal', 'Less than or equal', '<='),
  order('$greater', 'Greater than', '>'),
  order('$greater_or_equal', 'Greater than or equal', '>='),
  distinctness('$is_distinct_from', '($1 IS DISTINCT FROM $2)'),
  distinctness('$is_not_distinct_from', '($1 IS NOT DISTINCT FROM $2)'),
  operator('$between', [['(T1, T1, T1) -> BOOL', lowerBetween]], requireOrdering('BETWEEN')),
  operator('$in', [['(T1, T1, T1...) -> BOOL', lowerIn]], requireEquality('IN')),
  operator('$in_array', [['(T1, ARRAY<T1>) -> BOOL', lowerInArray]], ({ types: [type] }) => {
    if (!type || supportsEquality(type)) return;
    const words = `of type ${shownTypeName(type)} does not support equality comparison`;
    throw new Error(`First argument to IN UNNEST ${words}`);
  }),
];
