import type { FunctionDefinition, Lowering } from '../core/define.ts';
import { bind, macro, pattern } from '../core/lowering.ts';

function operator(name: string, overloads: FunctionDefinition['overloads']): FunctionDefinition {
  return { name, kind: 'scalar', group: 'Operator', overloads };
}

/** An operation on the bits of BYTES; empty ones are no BIT and stay as they are. */
function ofBytes(symbol: string): Lowering {
  const operation = symbol === '^' ? 'xor(p, q)' : `p ${symbol} q`;
  return (call) =>
    bind(call, ([left, right]) => {
      const bits = operation
        .replace('p', `CAST(${left} AS BIT)`)
        .replace('q', `CAST(${right} AS BIT)`);
      return `CASE WHEN gsql_same_length(${left}, ${right}) THEN CAST(${bits} AS BLOB) WHEN octet_length(${right}) = 0 THEN ${left} END`;
    });
}

/** `& | ^ ~ << >>` on integers; shifts to the right fill with zeros. */
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

/** Functions on bits. */
export const BIT_FUNCTIONS: readonly FunctionDefinition[] = [
  {
    name: 'BIT_COUNT',
    kind: 'scalar',
    group: 'Mathematical',
    overloads: [
      ['(INT64) -> INT64', pattern('CAST(bit_count($1) AS BIGINT)')],
      ['(BYTES) -> INT64', pattern('CAST(bit_count(CAST($1 AS BIT)) AS BIGINT)')],
    ],
  },
];

/** Macros of the shifts: in DuckDB they fail where bits get lost, and keep the sign. */
export const MACROS_BITWISE: readonly string[] = [
  `CREATE MACRO gsql_low_bits(n) AS CAST(n & 18446744073709551615::HUGEINT AS HUGEINT)`,
  `CREATE MACRO gsql_signed(n) AS
    CAST(CASE WHEN n >= 9223372036854775808::HUGEINT THEN n - 18446744073709551616::HUGEINT ELSE n END AS BIGINT)`,
  // Within bounds even where the result is not used: DuckDB may still compute it.
  `CREATE MACRO gsql_shift(bits) AS CASE WHEN bits BETWEEN 0 AND 64 THEN CAST(bits AS INTEGER) END`,
  `CREATE MACRO gsql_shift_left(n, bits) AS
    CASE WHEN bits < 0 AND n IS NOT NULL THEN gsql_error('Bitwise shift by negative offset.')
         WHEN bits > 63 AND n IS NOT NULL THEN 0::BIGINT
         ELSE gsql_signed((gsql_low_bits(n) % (1::HUGEINT << 64 - gsql_shift(bits))) * (1::HUGEINT << gsql_shift(bits))) END`,
  `CREATE MACRO gsql_shift_right(n, bits) AS
    CASE WHEN bits < 0 AND n IS NOT NULL THEN gsql_error('Bitwise shift by negative offset.')
         WHEN bits > 63 AND n IS NOT NULL THEN 0::BIGINT
         ELSE gsql_signed(gsql_low_bits(n) // (1::HUGEINT << gsql_shift(bits))) END`,
  `CREATE MACRO gsql_same_length(a, b) AS
    CASE WHEN octet_length(a) != octet_length(b)
         THEN gsql_error('Bitwise binary operator for BYTES requires equal length of the inputs. Got '
           || octet_length(a) || ' bytes on the left hand side and ' || octet_length(b) || ' bytes on the right hand side.')
         ELSE octet_length(b) > 0 END`,
  `CREATE MACRO gsql_not_bytes(a) AS CASE WHEN octet_length(a) > 0 THEN CAST(~ CAST(a AS BIT) AS BLOB) ELSE a END`,
  // Shifted out as a whole, they are zeros.
  `CREATE MACRO gsql_is_shift(a, bits) AS
    CASE WHEN bits < 0 AND a IS NOT NULL THEN gsql_error('Bitwise shift by negative offset.')
         ELSE bits < 8 * octet_length(a) END`,
  `CREATE MACRO gsql_zeros(a) AS
    CASE WHEN octet_length(a) > 0 THEN CAST(xor(CAST(a AS BIT), CAST(a AS BIT)) AS BLOB) ELSE a END`,
  `CREATE MACRO gsql_shift_bytes_left(a, bits) AS
    CASE WHEN bits IS NULL THEN NULL WHEN gsql_is_shift(a, bits)
         THEN CAST(CAST(a AS BIT) << CAST(bits AS INTEGER) AS BLOB) ELSE gsql_zeros(a) END`,
  `CREATE MACRO gsql_shift_bytes_right(a, bits) AS
    CASE WHEN bits IS NULL THEN NULL WHEN gsql_is_shift(a, bits)
         THEN CAST(CAST(a AS BIT) >> CAST(bits AS INTEGER) AS BLOB) ELSE gsql_zeros(a) END`,
];
