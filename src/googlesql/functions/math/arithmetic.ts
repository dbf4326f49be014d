import {
  type FunctionDefinition,
  type Lowering,
  overloadsOf,
  scalarGroup,
} from '../core/define.ts';
import { asNumeric } from '../core/digits.ts';
import { bind, macro, pattern } from '../core/lowering.ts';
import { arithmetic, join, NULL, sql } from '../core/sql.ts';
import { lowerBigOperation } from './bignumeric.ts';

const operator = scalarGroup('Operator');

/** Swaps the operands of a commutative operation. */
function swapped(lower: Lowering): Lowering {
  return (call) =>
    lower({
      ...call,
      arguments: call.arguments.toReversed(),
      types: call.types.toReversed(),
      literals: call.literals.toReversed(),
    });
}

/** A constant divisor whose magnitude is at least 1 needs no check. */
const lowerDivide: Lowering = (call) => {
  const divisor = call.literals[1];
  const isSafe = typeof divisor === 'number' && Math.abs(divisor) >= 1;
  if (isSafe) return sql`(${join(' / ', call.arguments)})`;
  return macro('gsql_divide')(call);
};

/** DuckDB's product by a whole number is exact, where it has room. */
const lowerMultiplyNumeric: Lowering = (call) =>
  bind(call, ([left = NULL, right = NULL]) => {
    const [ofLeft, ofRight] = call.digits ?? [];
    const whole = ofLeft ?? ofRight;
    if (!whole) return sql`gsql_numeric_multiply(${left}, ${right})`;
    const other = ofLeft ? right : left;
    const most = `1${'0'.repeat(NUMERIC_INTEGERS - whole[0])}`;
    const [a, b] = [ofLeft ? asNumeric(left) : left, ofRight ? asNumeric(right) : right];
    return sql`CASE WHEN ${other} BETWEEN -${most} AND ${most} THEN ${left} * ${right} WHEN ${other} IS NOT NULL THEN gsql_numeric_multiply(${a}, ${b}) END`;
  });

const NUMERIC_INTEGERS = 29;

/** A product by a constant whose magnitude is at most 1 cannot overflow. */
const lowerMultiply: Lowering = (call) =>
  call.literals.some((value) => typeof value === 'number' && Math.abs(value) <= 1)
    ? infix('*')(call)
    : macro('gsql_multiply')(call);

export function infix(symbol: '+' | '-' | '*' | '//'): Lowering {
  return ({ arguments: [left, right] }) => arithmetic`(${left} ${symbol} ${right})`;
}

function minusInterval(plus: string): Lowering {
  return (call) => bind(call, ([point, interval]) => sql`${plus}(${point}, -${interval})`);
}

/** `+ - * /` and the sign; overflow and division by zero are errors, which they are not for floats in DuckDB. */
export const ARITHMETIC_OPERATORS: readonly FunctionDefinition[] = [
  operator('$add', [
    ['(INT64, INT64) -> INT64', infix('+')],
    ['(FLOAT64, FLOAT64) -> FLOAT64', macro('gsql_add')],
    ['(NUMERIC, NUMERIC) -> NUMERIC', infix('+')],
    ['(BIGNUMERIC, BIGNUMERIC) -> BIGNUMERIC', macro('gsql_bignumeric_add')],
    ['(DATE, INT64) -> DATE', macro('gsql_add_days')],
    ['(INT64, DATE) -> DATE', swapped(macro('gsql_add_days'))],
    ['(TIMESTAMP, INTERVAL) -> TIMESTAMP', macro('gsql_timestamp_plus')],
    ['(INTERVAL, TIMESTAMP) -> TIMESTAMP', swapped(macro('gsql_timestamp_plus'))],
    ['(DATE, INTERVAL) -> DATETIME', macro('gsql_datetime_plus')],
    ['(INTERVAL, DATE) -> DATETIME', swapped(macro('gsql_datetime_plus'))],
    ['(DATETIME, INTERVAL) -> DATETIME', macro('gsql_datetime_plus')],
    ['(INTERVAL, DATETIME) -> DATETIME', swapped(macro('gsql_datetime_plus'))],
    ['(INTERVAL, INTERVAL) -> INTERVAL', pattern('gsql_check_interval($1 + $2)')],
  ]),
  operator('$subtract', [
    ['(INT64, INT64) -> INT64', infix('-')],
    ['(NUMERIC, NUMERIC) -> NUMERIC', infix('-')],
    ['(BIGNUMERIC, BIGNUMERIC) -> BIGNUMERIC', macro('gsql_bignumeric_subtract')],
    ['(FLOAT64, FLOAT64) -> FLOAT64', macro('gsql_subtract')],
    ['(DATE, INT64) -> DATE', macro('gsql_subtract_days')],
    ['(DATE, DATE) -> INTERVAL', pattern('to_days(CAST($1 - $2 AS INTEGER))')],
    ['(TIMESTAMP, TIMESTAMP) -> INTERVAL', pattern('to_microseconds(epoch_us($1) - epoch_us($2))')],
    ['(DATETIME, DATETIME) -> INTERVAL', macro('gsql_datetime_minus')],
    ['(TIME, TIME) -> INTERVAL', pattern('to_microseconds(epoch_us($1) - epoch_us($2))')],
    ['(TIMESTAMP, INTERVAL) -> TIMESTAMP', minusInterval('gsql_timestamp_plus')],
    ['(DATE, INTERVAL) -> DATETIME', minusInterval('gsql_datetime_plus')],
    ['(DATETIME, INTERVAL) -> DATETIME', minusInterval('gsql_datetime_plus')],
    ['(INTERVAL, INTERVAL) -> INTERVAL', pattern('gsql_check_interval($1 - $2)')],
  ]),
  operator('$multiply', [
    ['(INT64, INT64) -> INT64', infix('*')],
    ['(FLOAT64, FLOAT64) -> FLOAT64', lowerMultiply],
    ['(NUMERIC, NUMERIC) -> NUMERIC', lowerMultiplyNumeric],
    ['(BIGNUMERIC, BIGNUMERIC) -> BIGNUMERIC', lowerBigOperation('*')],
    ['(INTERVAL, INT64) -> INTERVAL', macro('gsql_interval_multiply')],
    ['(INT64, INTERVAL) -> INTERVAL', swapped(macro('gsql_interval_multiply'))],
  ]),
  operator('$divide', [
    ['(FLOAT64, FLOAT64) -> FLOAT64', lowerDivide],
    ['(NUMERIC, NUMERIC) -> NUMERIC', macro('gsql_numeric_divide')],
    ['(BIGNUMERIC, BIGNUMERIC) -> BIGNUMERIC', lowerBigOperation('/')],
    ['(INTERVAL, INT64) -> INTERVAL', macro('gsql_interval_divide')],
  ]),
  operator('$unary_minus', [
    ...overloadsOf(['INT64', 'FLOAT64', 'NUMERIC'], '(T) -> T', pattern('(- $1)')),
    ['(BIGNUMERIC) -> BIGNUMERIC', macro('gsql_bignumeric_negate')],
    ['(INTERVAL) -> INTERVAL', pattern('(- $1)')],
  ]),
];

/** A bitwise operation on BYTES; empty BYTES, which cannot be a DuckDB BIT, are returned unchanged. */
function ofBytes(symbol: string): Lowering {
  return (call) =>
    bind(call, ([left, right]) => {
      const [p, q] = [sql`CAST(${left} AS BIT)`, sql`CAST(${right} AS BIT)`];
      const bits = symbol === '^' ? sql`xor(${p}, ${q})` : sql`${p} ${symbol} ${q}`;
      return sql`CASE WHEN gsql_same_length(${left}, ${right}) THEN CAST(${bits} AS BLOB) WHEN octet_length(${right}) = 0 THEN ${left} END`;
    });
}

/** `& | ^ ~ << >>` on integers; right shifts fill with zeros. */
export const BITWISE_OPERATORS: readonly FunctionDefinition[] = [
  operator('$bitwise_and', [
    ['(INT64, INT64) -> INT64', pattern('($1 & $2)')],
    ['(BYTES, BYTES) -> BYTES', ofBytes('&')],
  ]),
  operator('$bitwise_or', [
    ['(INT64, INT64) -> INT64', pattern('($1 | $2)')],
    ['(BYTES, BYTES) -> BYTES', ofBytes('|')],
  ]),
  operator('$bitwise_xor', [
    ['(INT64, INT64) -> INT64', pattern('xor($1, $2)')],
    ['(BYTES, BYTES) -> BYTES', ofBytes('^')],
  ]),
  operator('$bitwise_not', [
    ['(INT64) -> INT64', pattern('(~ $1)')],
    ['(BYTES) -> BYTES', macro('gsql_not_bytes')],
  ]),
  operator('$bitwise_left_shift', [
    ['(INT64, INT64) -> INT64', macro('gsql_shift_left')],
    ['(BYTES, INT64) -> BYTES', macro('gsql_shift_bytes_left')],
  ]),
  operator('$bitwise_right_shift', [
    ['(INT64, INT64) -> INT64', macro('gsql_shift_right')],
    ['(BYTES, INT64) -> BYTES', macro('gsql_shift_bytes_right')],
  ]),
];

/** BIT functions. */
export const BIT_FUNCTIONS: readonly FunctionDefinition[] = [
  scalarGroup('Mathematical')('BIT_COUNT', [
    ['(INT64) -> INT64', pattern('CAST(bit_count($1) AS BIGINT)')],
    ['(BYTES) -> INT64', pattern('CAST(bit_count(CAST($1 AS BIT)) AS BIGINT)')],
  ]),
];
