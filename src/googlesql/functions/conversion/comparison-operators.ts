import type { Type } from '../../types.ts';
import { typeName } from '../../types.ts';
import type { FunctionDefinition, Lowering } from '../core/define.ts';
import { bind, pattern } from '../core/lowering.ts';
import { supportsEquality, supportsOrdering } from '../core/signatures/coercion.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { internalTypeName } from '../core/signatures/signature-text.ts';
import {
  lowerEqual,
  lowerNotEqual,
  lowerOrder,
  type Operand,
  repeatsOperands,
} from './comparison.ts';

type Check = NonNullable<FunctionDefinition['check']>;

function operator(
  name: string,
  overloads: FunctionDefinition['overloads'],
  check: Check,
): FunctionDefinition {
  return { name, kind: 'scalar', group: 'Operator', overloads, check };
}

/** A check that refuses types without an order; `what` is the operator's own wording before the type. */
export function requireOrdering(what: string): Check {
  return ({ types }) => refuse(what, types[0], supportsOrdering);
}

/** A check that refuses types without equality. */
export function requireEquality(what: string): Check {
  return ({ types }) => refuse(what, types[0], supportsEquality);
}

function refuse(what: string, type: Type | undefined, supports: (type: Type) => boolean): void {
  if (!type || supports(type)) return;
  throw new Error(`${what} is not defined for arguments of type ${internalTypeName(type)}`);
}

function operands(call: LoweredCall, names: readonly string[]): Operand[] {
  return names.map((sql, i) => ({ sql, literal: call.literals[i] }));
}

const NULL_OPERAND: Operand = { sql: 'NULL' };

/** Lowers a comparison; where the type's comparison repeats its operands, they are bound to names first. */
function compared(lower: (type: Type, left: Operand, right: Operand) => string): Lowering {
  return (call) => {
    const [type] = call.types;
    if (!type) return 'NULL';
    const print = (names: readonly string[]) => {
      const [left = NULL_OPERAND, right = NULL_OPERAND] = operands(call, names);
      return lower(type, left, right);
    };
    return repeatsOperands(type) ? bind(call, print) : print(call.arguments);
  };
}

function ordered(symbol: '<' | '<=' | '>' | '>='): Lowering {
  return compared((type, left, right) => lowerOrder(symbol, type, left, right));
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
    const equal = type ? lowerEqual(type, value, { sql: 'item' }, 1) : 'NULL';
    const grades = `list_transform(${list.sql}, lambda item: CASE ${equal} WHEN true THEN 3 WHEN false THEN 1 ELSE 2 END)`;
    return `(CASE list_max(${grades}) WHEN 3 THEN true WHEN 2 THEN NULL ELSE false END)`;
  });
}

/** Comparison operators; NaN and NULL inside arrays and structs follow GoogleSQL. */
export const COMPARISON_OPERATORS: readonly FunctionDefinition[] = [
  operator('$equal', [['(T1, T1) -> BOOL', compared(lowerEqual)]], requireEquality('Equality')),
  operator(
    '$not_equal',
    [['(T1, T1) -> BOOL', compared(lowerNotEqual)]],
    requireEquality('Inequality'),
  ),
  operator('$less', [['(T1, T1) -> BOOL', ordered('<')]], requireOrdering('Less than')),
  operator(
    '$less_or_equal',
    [['(T1, T1) -> BOOL', ordered('<=')]],
    requireOrdering('Less than or equal'),
  ),
  operator('$greater', [['(T1, T1) -> BOOL', ordered('>')]], requireOrdering('Greater than')),
  operator(
    '$greater_or_equal',
    [['(T1, T1) -> BOOL', ordered('>=')]],
    requireOrdering('Greater than or equal'),
  ),
  operator(
    '$is_distinct_from',
    [['(T1, T1) -> BOOL', pattern('($1 IS DISTINCT FROM $2)')]],
    requireEquality('Grouping'),
  ),
  operator(
    '$is_not_distinct_from',
    [['(T1, T1) -> BOOL', pattern('($1 IS NOT DISTINCT FROM $2)')]],
    requireEquality('Grouping'),
  ),
  operator('$between', [['(T1, T1, T1) -> BOOL', lowerBetween]], requireOrdering('BETWEEN')),
  operator('$in', [['(T1, T1, T1...) -> BOOL', lowerIn]], requireEquality('IN')),
  operator('$in_array', [['(T1, ARRAY<T1>) -> BOOL', lowerInArray]], ({ types: [type] }) => {
    if (!type || supportsEquality(type)) return;
    const words = `of type ${typeName(type)} does not support equality comparison`;
    throw new Error(`First argument to IN UNNEST ${words}`);
  }),
];
