import type { Type } from '../../types.ts';
import { type Digits, decimalType } from '../core/digits.ts';
import { bind } from '../core/lowering.ts';
import { castAs, NULL, type Sql, sql } from '../core/sql.ts';

/** Integers of so many digits fit INT64, and their neighbours do. */
const MAX_INT64_DIGITS = 18;

/** Integers of so many digits are exact as a double. */
const MAX_EXACT_DIGITS = 15;

/** CAST of a DECIMAL of few digits; undefined if it is not simpler than that of other NUMERICs. */
export function lowerDecimalCast(
  value: Sql,
  [width, scale]: Digits,
  { kind }: Type,
): Sql | undefined {
  switch (kind) {
    case 'INT64':
      return width - scale <= MAX_INT64_DIGITS ? castAs(value, 'BIGINT') : undefined;
    case 'FLOAT64':
      if (width <= MAX_EXACT_DIGITS || scale === 0) return castAs(value, 'DOUBLE');
      return bind({ arguments: [value], literals: [] }, ([x = NULL]) => decimalFloat(x, scale));
    case 'STRING':
      return scale === 0
        ? castAs(value, 'VARCHAR')
        : sql`rtrim(rtrim(CAST(${value} AS VARCHAR), '0'), '.')`;
    default:
      return undefined;
  }
}

/**
 * The double nearest to a DECIMAL. DuckDB's own cast divides two doubles, which rounds once if both are exact: up to 2^53
 * units of the last digit.
 */
export function decimalFloat(x: Sql, scale: number): Sql {
  const digits = String(2 ** 53).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const number = `${digits.slice(0, point)}.${digits.slice(point)}`;
  const most = (sign: string) =>
    sql`CAST('${sign}${number}' AS ${decimalType([digits.length, scale])})`;
  return sql`CASE WHEN ${x} BETWEEN ${most('-')} AND ${most('')} THEN CAST(${x} AS DOUBLE) ELSE CAST(CAST(${x} AS VARCHAR) AS DOUBLE) END`;
}
