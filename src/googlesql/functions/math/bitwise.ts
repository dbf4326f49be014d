import { type FunctionDefinition, type Lowering, scalarGroup } from '../core/define.ts';
import { bind, macro, pattern } from '../core/lowering.ts';

const operator = scalarGroup('Operator');

/** A bitwise operation on BYTES; empty BYTES, which cannot be a DuckDB BIT, are returned unchanged. */
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
