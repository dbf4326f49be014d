import { aggregateText } from '../core/aggregate-call.ts';
import type { Lowering } from '../core/define.ts';
import { asNumeric, type Digits, decimalType } from '../core/digits.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { castAs, type Sql, sql, textOf } from '../core/sql.ts';
import { completed } from './completed.ts';

/** What no number of rows reaches. */
const MAX_ROWS_DIGITS = 12;
/** The digits of DuckDB's sums, which fail beyond. */
const SUM_DIGITS = 38;
const NUMERIC_INTEGERS = 29;
/** The digits of all that a NUMERIC may be. */
const ALL: Digits = [SUM_DIGITS, 9];

/** Numbers of so many digits are added as they are. */
const SMALL_DIGITS = SUM_DIGITS - MAX_ROWS_DIGITS;

const digitsOf = (call: LoweredCall): Digits => call.digits?.[0] ?? ALL;

/** Whether the sum of any number of values has room in DuckDB's. */
const isSmall = ([width]: Digits) => width <= SMALL_DIGITS;

/**
 * SUM(NUMERIC) is exact, and an error where the result has no room, whatever the sum of some rows is. Large values are
 * collected and added by parts: there are rarely any.
 */
export const lowerSumNumeric: Lowering = (call) => {
  const digits = digitsOf(call);
  const [width, scale] = digits;
  if (isSmall(digits) && width - scale + MAX_ROWS_DIGITS <= NUMERIC_INTEGERS) {
    return asNumeric(aggregateText(call, 'sum', [call.arguments[0]]));
  }
  const nines = `${'9'.repeat(NUMERIC_INTEGERS)}${scale > 0 ? '.' : ''}${'9'.repeat(scale)}`;
  const most = castAs(textOf(nines), decimalType([NUMERIC_INTEGERS + scale, scale]));
  if (isSmall(digits)) return completed(call, 'gsql_sum_numeric', [smallSum(call), most]);
  return completed(call, 'gsql_sum_numerics', [smallSum(call), largeValues(call), most]);
};

/** AVG(NUMERIC), as SUM, but that the sum need have no room. */
export const lowerAvgNumeric: Lowering = (call) => {
  const value = call.arguments[0];
  const count = sql`CAST(${aggregateText(call, 'count', [value])} AS HUGEINT)`;
  if (isSmall(digitsOf(call))) {
    return completed(call, 'gsql_avg_numeric', [smallSum(call), count]);
  }
  return completed(call, 'gsql_avg_numerics', [smallSum(call), largeValues(call), count]);
};

/** The condition under which a value is added as it is. */
function smallness(call: LoweredCall): Sql {
  const [, scale] = digitsOf(call);
  const most = (sign: string) =>
    sql`CAST('${sign}1${'0'.repeat(SMALL_DIGITS - scale)}' AS ${decimalType([SMALL_DIGITS + 1, scale])})`;
  return sql`${call.arguments[0]} BETWEEN ${most('-')} AND ${most('')}`;
}

function smallSum(call: LoweredCall): Sql {
  const value = call.arguments[0];
  const isAll = isSmall(digitsOf(call));
  const small = isAll ? value : sql`CASE WHEN ${smallness(call)} THEN ${value} END`;
  return aggregateText(call, 'sum', [small]);
}

/** The other values as a list, NULL if there are none. */
function largeValues(call: LoweredCall): Sql {
  const filter = sql`NOT ${smallness(call)}`;
  return aggregateText(call, 'list', [call.arguments[0]], { filter });
}
