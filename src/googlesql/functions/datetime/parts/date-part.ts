import type { Check } from '../../core/define.ts';
import { arithmetic, type Sql } from '../../core/sql.ts';

/** Microseconds of the parts with a fixed length, except weeks, which need an origin. */
export const MICROS: Readonly<Record<string, bigint>> = {
  MICROSECOND: 1n,
  MILLISECOND: 1000n,
  SECOND: 1_000_000n,
  MINUTE: 60_000_000n,
  HOUR: 3_600_000_000n,
  DAY: 86_400_000_000n,
};

/** For each kind of week, the number of days between its last start before the epoch and 1970-01-01, a Thursday. */
export const WEEK_ORIGIN: Readonly<Record<string, bigint>> = {
  WEEK: 4n,
  'WEEK(SUNDAY)': 4n,
  'WEEK(MONDAY)': 3n,
  ISOWEEK: 3n,
  'WEEK(TUESDAY)': 2n,
  'WEEK(WEDNESDAY)': 1n,
  'WEEK(THURSDAY)': 0n,
  'WEEK(FRIDAY)': 6n,
  'WEEK(SATURDAY)': 5n,
};

/** Parts shorter than a day. */
export const CLOCK_PARTS = ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR'] as const;

/** Every kind of week. */
export const WEEK_PARTS: readonly string[] = Object.keys(WEEK_ORIGIN);

/** The number of months of each part with a whole number of them. */
export const MONTHS: Readonly<Record<string, bigint>> = { MONTH: 1n, QUARTER: 3n, YEAR: 12n };

/** Calendar parts with a whole number of months. */
export const MONTH_PARTS: readonly string[] = Object.keys(MONTHS);

/** The parts of a DATE that begin with a day. */
export const DATE_PARTS = ['DAY', ...WEEK_PARTS, ...MONTH_PARTS, 'ISOYEAR'];

/** The message for a part that a function does not accept for a type. */
type PartMessage = (part: string, type: string, name: string) => string;

const refusedPart: PartMessage = (part, _, name) =>
  `${name} does not support the ${part} date part`;

/** As by default, with the type. */
export const refusedPartOfType: PartMessage = (part, type, name) =>
  `${refusedPart(part, type, name)} when the argument is ${type} type`;

/** Refuses a date part that the type of the first argument does not have. */
export function checkPart(
  supported: Readonly<Record<string, readonly string[]>>,
  message: PartMessage = refusedPart,
): Check {
  return ({ name, types, part }) => {
    const type = types[0]?.kind ?? '';
    if (part !== undefined && !supported[type]?.includes(part)) {
      throw new Error(message(part === 'WEEK(SUNDAY)' ? 'WEEK' : part, type, name));
    }
  };
}

/** A whole number of periods that makes any instant positive, so that division rounds down rather than towards zero. */
function shift(period: bigint, origin: bigint): bigint {
  const years = 62_135_596_800_000_000n;
  return (years / period + 2n) * period + origin;
}

/** Microseconds since the epoch rounded down to a multiple of `period` that starts `origin` before the epoch. */
export function floorMicros(micros: Sql, period: bigint, origin = 0n): Sql {
  if (period === 1n) return micros;
  const by = shift(period, origin);
  return arithmetic`(${micros} + ${by}) // ${period} * ${period} - ${by}`;
}

/** The number of whole periods since one before the year 1; a difference of two counts the boundaries between them. */
export function periodIndex(micros: Sql, period: bigint, origin = 0n): Sql {
  return period === 1n ? micros : arithmetic`(${micros} + ${shift(period, origin)}) // ${period}`;
}

/** The number of a date's week, counted from one before the year 1. */
export function weekIndex(days: Sql, origin: bigint): Sql {
  return arithmetic`(${days} + ${719_166n + 7n + origin}) // 7`;
}

/** The first day of a date's week, in days since the epoch. */
export function floorWeek(days: Sql, origin: bigint): Sql {
  return arithmetic`${weekIndex(days, origin)} * 7 - ${719_166n + 7n + origin}`;
}
