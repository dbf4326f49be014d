import type { FunctionDefinition, Lowering } from './define.ts';
import { bind, macro, pattern } from './lowering.ts';

function operator(name: string, overloads: FunctionDefinition['overloads']): FunctionDefinition {
  return { name, kind: 'scalar', group: 'Operator', overloads };
}

/** An operation on the bits of BYTES; empty ones, which are no BIT, stay as they are. */
function ofBits(text: string): Lowering {
  const bits = text.replace(/\$\d/g, (operand) => `CAST(${operand} AS BIT)`);
  return (call) =>
    bind(call, (names) => {
      const computed = pattern(`CAST(${bits} AS BLOB)`)({ ...call, arguments: names });
      return `CASE WHEN ${names.map((name) => `octet_length(${name}) = 0`).join(' AND ')} THEN ${names[0]} ELSE ${computed} END`;
    });
}

/** `& | ^ ~ << >>` on integers; shifts to the right fill with zeros. */
export const BITWISE_OPERATORS: readonly FunctionDefinition[] = [
  operator('$bitwise_and', [
    ['(INT64, INT64) -> INT64', pattern('($1 & $2)')],
    ['(BYTES, BYTES) -> BYTES', ofBits('$1 & $2')],
  ]),
  operator('$bitwise_or', [
    ['(INT64, INT64) -> INT64', pattern('($1 | $2)')],
    ['(BYTES, BYTES) -> BYTES', ofBits('$1 | $2')],
  ]),
  operator('$bitwise_xor', [
    ['(INT64, INT64) -> INT64', pattern('xor($1, $2)')],
    ['(BYTES, BYTES) -> BYTES', ofBits('xor($1, $2)')],
  ]),
  operator('$bitwise_not', [
    ['(INT64) -> INT64', pattern('(~ $1)')],
    ['(BYTES) -> BYTES', ofBits('~ $1')],
  ]),
  operator('$bitwise_left_shift', [['(INT64, INT64) -> INT64', macro('gsql_shift_left')]]),
  operator('$bitwise_right_shift', [['(INT64, INT64) -> INT64', macro('gsql_shift_right')]]),
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
];
