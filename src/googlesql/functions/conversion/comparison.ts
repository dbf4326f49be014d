import { shownTypeName, type Type } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';
import { type Check, type FunctionDefinition, type Lowering, scalarGroup } from '../core/define.ts';
import { duckdbFieldName } from '../core/duckdb-type.ts';
import { bind, pattern } from '../core/lowering.ts';
import { occurrences } from '../core/print-sql.ts';
import {
  supportsEquality,
  supportsGrouping,
  supportsOrdering,
} from '../core/signatures/coercion.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { internalTypeName } from '../core/signatures/signature-text.ts';
import { fieldOf, join, NULL, type Sql, sql, variable } from '../core/sql.ts';

/** An operand of a comparison: SQL that may be repeated, and its value if it is a literal. */
interface Operand {
  readonly sql: Sql;
  readonly literal?: LiteralValue | undefined;
}

/** GoogleSQL's `left = right`. Unlike in DuckDB, NaN equals nothing, and NULLs inside structs make the result unknown. */
export function lowerEqual(type: Type, left: Operand, right: Operand): Sql {
  if (type.kind === 'STRUCT') {
    const equals = type.fields.map((field, i) => {
      const name = duckdbFieldName(type, i);
      const of = ({ sql: struct }: Operand) => ({ sql: fieldOf(struct, name) });
      return lowerEqual(field.type, of(left), of(right));
    });
    return equals.length === 0
      ? sql`(${left.sql} = ${right.sql})`
      : sql`(${join(' AND ', equals)})`;
  }
  if (type.kind === 'FLOAT64' && !isNumber(left) && !isNumber(right)) {
    return withoutNan(sql`${left.sql} = ${right.sql}`, left, right);
  }
  return sql`(${left.sql} = ${right.sql})`;
}

/** The negation of `lowerEqual`. */
function lowerNotEqual(type: Type, left: Operand, right: Operand): Sql {
  const isPlain = type.kind !== 'STRUCT' && type.kind !== 'FLOAT64';
  if (isPlain || (type.kind === 'FLOAT64' && (isNumber(left) || isNumber(right)))) {
    return sql`(${left.sql} != ${right.sql})`;
  }
  return sql`(NOT ${lowerEqual(type, left, right)})`;
}

/**
 * An order comparison in which NaN is neither less nor greater than anything; DuckDB treats it as the greatest value.
 */
function lowerOrder(
  operator: '<' | '<=' | '>' | '>=',
  type: Type,
  left: Operand,
  right: Operand,
): Sql {
  const plain = sql`${left.sql} ${operator} ${right.sql}`;
  const [greater, smaller] = operator.startsWith('<') ? [right, left] : [left, right];
  if (type.kind !== 'FLOAT64' || isNumber(greater)) return sql`(${plain})`;
  return withoutNan(plain, greater, smaller);
}

/** What DuckDB's aggregates and list functions may order a value by: they do not see that 24 hours are a day. */
export function orderKey(type: Type | undefined, value: Sql): Sql {
  return type?.kind === 'INTERVAL' ? sql`gsql_interval_length(${value})` : value;
}

/** Makes a comparison false if `checked` is NaN; it stays unknown if the other operand is NULL. */
function withoutNan(comparison: Sql, checked: Operand, other: Operand): Sql {
  const isNan = sql`isnan(${checked.sql})`;
  const guard = isNumber(other)
    ? sql`NOT ${isNan}`
    : sql`NOT (${isNan} AND ${other.sql} IS NOT NULL)`;
  return sql`(${comparison} AND ${guard})`;
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

function operands(call: LoweredCall, names: readonly Sql[]): Operand[] {
  return names.map((own, i) => ({ sql: own, literal: call.literals[i] }));
}

const NULL_OPERAND: Operand = { sql: NULL };

/** Lowers a comparison; where it repeats an operand, the operands are bound to names first. */
function compared(lower: (type: Type, left: Operand, right: Operand) => Sql): Lowering {
  return (call) => {
    const [type] = call.types;
    if (!type) return NULL;
    const compare = (names: readonly Sql[]) => {
      const [left = NULL_OPERAND, right = NULL_OPERAND] = operands(call, names);
      return lower(type, left, right);
    };
    const places = [variable('left'), variable('right')];
    const isRepeated = places.some((place) => occurrences(compare(places), place) > 1);
    return isRepeated ? bind(call, compare) : compare(call.arguments);
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

function lowerBetween(call: LoweredCall): Sql {
  const [type] = call.types;
  if (!type || !repeatsOperands(type)) return pattern('($1 BETWEEN $2 AND $3)')(call);
  return bind(call, (names) => {
    const [value = NULL_OPERAND, low = NULL_OPERAND, high = NULL_OPERAND] = operands(call, names);
    return sql`(${lowerOrder('>=', type, value, low)} AND ${lowerOrder('<=', type, value, high)})`;
  });
}

function lowerIn(call: LoweredCall): Sql {
  const [type] = call.types;
  const [needle = NULL, ...items] = call.arguments;
  const isPlain =
    !type ||
    !repeatsOperands(type) ||
    (type.kind === 'FLOAT64' && call.literals.slice(1).every((value) => typeof value === 'number'));
  if (isPlain) return sql`(${needle} IN (${items}))`;
  return bind(call, (names) => {
    const [value = NULL_OPERAND, ...others] = operands(call, names);
    const equals = others.map((other) => lowerEqual(type, value, other));
    return sql`(${join(' OR ', equals)})`;
  });
}

function lowerInArray(call: LoweredCall): Sql {
  const [type] = call.types;
  return bind(call, (names) => {
    const [value = NULL_OPERAND, list = NULL_OPERAND] = operands(call, names);
    const equal = type ? lowerEqual(type, value, { sql: variable('item') }) : NULL;
    const grades = sql`list_transform(${list.sql}, lambda item: CASE ${equal} WHEN true THEN 3 WHEN false THEN 1 ELSE 2 END)`;
    return sql`(CASE list_max(${grades}) WHEN 3 THEN true WHEN 2 THEN NULL ELSE false END)`;
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
