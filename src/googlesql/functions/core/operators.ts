import {
  COMPARISON_OPERATORS,
  lowerEqual,
  repeatsOperands,
  requireEquality,
} from '../conversion/comparison.ts';
import { lowerNestedLimits } from '../conversion/nested-limits.ts';
import { ARITHMETIC_OPERATORS, BITWISE_OPERATORS } from '../math/arithmetic.ts';
import { lowerLimitedBig } from '../math/bignumeric.ts';
import { LIKE_OPERATORS } from '../string/like.ts';
import { type FunctionDefinition, type Lowering, scalarGroup } from './define.ts';
import { bind, macro, pattern } from './lowering.ts';
import { join, NULL, type Part, type Sql, sql } from './sql.ts';

const operator = scalarGroup('Operator');

function joined(word: string): Lowering {
  return (call) => sql`(${join(` ${word} `, call.arguments)})`;
}

/** CASE without an operand. */
const lowerCase: Lowering = (call) => {
  const { arguments: args } = call;
  const branches: Sql[] = [];
  for (let i = 0; i + 1 < args.length; i += 2)
    branches.push(sql`WHEN ${args[i]} THEN ${args[i + 1]}`);
  // ELSE NULL is the default, and the text of its type can be long.
  const hasElse = args.length % 2 === 1 && call.literals.at(-1) !== null;
  return sql`CASE ${join(' ', branches)}${otherwise(args, hasElse)} END`;
};

/** CASE with an operand; only the operand is computed beforehand. */
const lowerCaseOf: Lowering = (call) => {
  const [operand = NULL] = call.arguments;
  const type = call.types[0];
  if (type && !repeatsOperands(type)) {
    const branches = call.arguments.slice(
      1,
      call.arguments.length - (call.arguments.length % 2 === 0 ? 1 : 0),
    );
    const texts = branches.map((own, i) => (i % 2 === 0 ? sql`WHEN ${own}` : sql`THEN ${own}`));
    return sql`CASE ${operand} ${join(' ', texts)}${otherwise(call.arguments, call.arguments.length % 2 === 0)} END`;
  }
  return bind({ arguments: [operand], literals: call.literals.slice(0, 1) }, ([value = NULL]) => {
    const branches: Sql[] = [];
    for (let i = 1; i + 1 < call.arguments.length; i += 2) {
      const when = { sql: call.arguments[i] ?? NULL, literal: call.literals[i] };
      const own = { sql: value, literal: call.literals[0] };
      const test = type ? lowerEqual(type, own, when) : NULL;
      branches.push(sql`WHEN ${test} THEN ${call.arguments[i + 1]}`);
    }
    return sql`CASE ${join(' ', branches)}${otherwise(call.arguments, call.arguments.length % 2 === 0)} END`;
  });
};

function otherwise(args: readonly Sql[], isWritten: boolean): Part {
  return isWritten ? sql` ELSE ${args.at(-1)}` : '';
}

/** Operators, and syntax implemented as functions: CASE, subscripts, IS. */
export const OPERATORS: readonly FunctionDefinition[] = [
  ...ARITHMETIC_OPERATORS,
  ...BITWISE_OPERATORS,
  ...COMPARISON_OPERATORS,
  ...LIKE_OPERATORS,
  operator('$concat_op', [
    ['(STRING, STRING) -> STRING', joined('||')],
    ['(BYTES, BYTES) -> BYTES', joined('||')],
    ['(ARRAY<T1>, ARRAY<T1>) -> ARRAY<T1>', macro('gsql_array_concat')],
  ]),
  operator('$and', [['(BOOL, BOOL...) -> BOOL', joined('AND')]]),
  operator('$or', [['(BOOL, BOOL...) -> BOOL', joined('OR')]]),
  operator('$not', [['(BOOL) -> BOOL', pattern('(NOT $1)')]]),
  operator('$is_null', [['(T1) -> BOOL', pattern('($1 IS NULL)')]]),
  operator('$is_true', [['(BOOL) -> BOOL', pattern('($1 IS TRUE)')]]),
  operator('$is_false', [['(BOOL) -> BOOL', pattern('($1 IS FALSE)')]]),
  // CAST to a type with a length, or with precision and scale.
  operator('$limit_text', [
    ['(STRING, INT64) -> STRING', macro('gsql_limited_string')],
    ['(BYTES, INT64) -> BYTES', macro('gsql_limited_bytes')],
  ]),
  operator('$limit_numeric', [
    ['(NUMERIC, INT64, INT64) -> NUMERIC', macro('gsql_limited_numeric')],
    ['(BIGNUMERIC, INT64, INT64) -> BIGNUMERIC', lowerLimitedBig],
  ]),
  operator('$limit_nested', [['(T1, STRING) -> T1', lowerNestedLimits]]),
  operator('$case_no_value', [['((BOOL, T1)..., T1?) -> T1', lowerCase]]),
  operator(
    '$case_with_value',
    [['(T1, (T1, T2)..., T2?) -> T2', lowerCaseOf]],
    requireEquality('CASE (with value comparison)'),
  ),
  operator('$array_at_offset', [['(ARRAY<T1>, INT64) -> T1', macro('gsql_at_offset')]]),
  operator('$array_at_ordinal', [['(ARRAY<T1>, INT64) -> T1', macro('gsql_at_ordinal')]]),
  operator('$safe_array_at_offset', [['(ARRAY<T1>, INT64) -> T1', macro('gsql_safe_offset')]]),
  operator('$safe_array_at_ordinal', [['(ARRAY<T1>, INT64) -> T1', macro('gsql_safe_ordinal')]]),
];
