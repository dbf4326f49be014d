import type { Type } from '../../types.ts';
import { type Digits, decimalType } from '../core/digits.ts';
import { bind } from '../core/lowering.ts';

/** Integers of so many digits fit INT64, and their neighbours do. */
const MAX_INT64_DIGITS = 18;

/** Integers of so many digits are exact as a double. */
const MAX_EXACT_DIGITS = 15;

/** CAST of a DECIMAL of few digits; undefined if it is not simpler than that of other NUMERICs. */
export function lowerDecimalCast(
  sql: string,
  [width, scale]: Digits,
  { kind }: Type,
): string | undefined {
  switch (kind) {
    case 'INT64':
      return width - scale <= MAX_INT64_DIGITS ? `CAST(${sql} AS BIGINT)` : undefined;
    case 'FLOAT64':
      if (width <= MAX_EXACT_DIGITS || scale === 0) return `CAST(${sql} AS DOUBLE)`;
      return bind({ arguments: [sql], literals: [] }, ([x = '']) => decimalFloat(x, scale));
    case 'STRING':
      return scale === 0
        ? `CAST(${sql} AS VARCHAR)`
        : `rtrim(rtrim(CAST(${sql} AS VARCHAR), '0'), '.')`;
    default:
      return undefined;
  }
}

/**
 * The double nearest to a DECIMAL. DuckDB's own cast divides two doubles, which rounds once if both are exact: up to 2^53
 * units of the last digit.
 */
export function decimalFloat(x: string, scale: number): string {
  const digits = String(2 ** 53).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const number = `${digits.slice(0, point)}.${digits.slice(point)}`;
  const most = (sign: string) =>
    `CAST('${sign}${number}' AS ${decimalType([digits.length, scale])})`;
  return `CASE WHEN ${x} BETWEEN ${most('-')} AND ${most('')} THEN CAST(${x} AS DOUBLE) ELSE CAST(CAST(${x} AS VARCHAR) AS DOUBLE) END`;
}
