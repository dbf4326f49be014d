import { type Overload, ownAndOthers } from '../../core/define.ts';
import { bind, constant } from '../../core/lowering.ts';
import type { LoweredCall } from '../../core/signatures/signature.ts';
import { NULL, type Sql, sql } from '../../core/sql.ts';
import {
  CLOCK_PARTS,
  checkPart,
  MICROS,
  MONTH_PARTS,
  MONTHS,
  refusedPartOfType,
} from './date-part.ts';

type ShiftSign = 1 | -1;

const SHIFT_PARTS = {
  DATE: ['DAY', 'WEEK', ...MONTH_PARTS],
  DATETIME: [...CLOCK_PARTS, 'DAY', 'WEEK', ...MONTH_PARTS],
  TIMESTAMP: [...CLOCK_PARTS, 'DAY'],
};

function signed(count: Sql, sign: ShiftSign): Sql {
  return sign < 0 ? sql`(-${count})` : count;
}

/** The only INT64 without a negation; DuckDB raises an error for it. */
const SMALLEST = -(2n ** 63n);

/** The signed count, as a constant if it is one. */
function amount(call: LoweredCall, count: Sql, sign: ShiftSign): Sql {
  const value = constant(call, 1);
  if (typeof value !== 'bigint' || value === SMALLEST) return signed(count, sign);
  return sql`(${value * BigInt(sign)})::BIGINT`;
}

function shiftTimestamp(sign: ShiftSign) {
  return (call: LoweredCall) =>
    bind(call, ([timestamp = NULL, count = NULL]) => {
      const part = call.part ?? '';
      const [factor, name] = part === 'DAY' ? [24, 'HOUR'] : [1, part];
      const n = amount(call, count, sign);
      return sql`gsql_timestamp_add(${timestamp}, ${n}, ${MICROS[part]}, ${factor}, '${name}')`;
    });
}

function shiftDatetime(sign: ShiftSign) {
  return (call: LoweredCall) =>
    bind(call, ([datetime = NULL, count = NULL]) => {
      const part = call.part ?? '';
      const result = shiftedDatetime(datetime, amount(call, count, sign), part);
      return sql`gsql_datetime_checked(${datetime}, ${result}, ${count}, '${part}', ${sign})`;
    });
}

function shiftedDatetime(datetime: Sql, count: Sql, part: string): Sql {
  const months = MONTHS[part];
  if (months !== undefined)
    return sql`TRY(${datetime} + to_months(CAST(${count} * ${months} AS INTEGER)))`;
  const unit = part === 'WEEK' ? 604_800_000_000n : (MICROS[part] ?? 1n);
  return sql`TRY(make_timestamp(epoch_us(${datetime}) + ${count} * ${unit}))`;
}

function shiftDate(sign: ShiftSign) {
  return (call: LoweredCall) =>
    bind(call, ([date = NULL, count = NULL]) => {
      const part = call.part ?? '';
      const n = amount(call, count, sign);
      const months = MONTHS[part];
      const days = part === 'WEEK' ? sql`${n} * 7` : n;
      const result =
        months === undefined
          ? sql`TRY(${date} + CAST(${days} AS INTEGER))`
          : sql`CAST(TRY(${date} + to_months(CAST(${n} * ${months} AS INTEGER))) AS DATE)`;
      return sql`gsql_date_checked(${date}, ${result}, ${n}, '${part}')`;
    });
}

/** The overloads of ADD or SUB; strings are coerced only to the first type, the function's own. */
export function shiftOverloads(
  sign: ShiftSign,
  types: readonly (keyof typeof SHIFTS)[],
): readonly Overload[] {
  return ownAndOthers(types, (type) => [`(${type}, INT64, PART) -> ${type}`, SHIFTS[type](sign)]);
}

const SHIFTS = { DATE: shiftDate, DATETIME: shiftDatetime, TIMESTAMP: shiftTimestamp };

/** Refuses parts by which a type cannot be shifted. */
export const checkShift = checkPart(SHIFT_PARTS, refusedPartOfType);

/** TIME_ADD or TIME_SUB, which wraps around at midnight. */
export function shiftTime(sign: ShiftSign) {
  return (call: LoweredCall) => {
    const [time = NULL, count = NULL] = call.arguments;
    const unit = MICROS[call.part ?? ''] ?? 1n;
    const turn = sql`${signed(sql`(${count} % ${86_400_000_000n / unit})`, sign)} * ${unit}`;
    return sql`CAST(make_timestamp(epoch_us(${time}) + ${turn}) AS TIME)`;
  };
}
