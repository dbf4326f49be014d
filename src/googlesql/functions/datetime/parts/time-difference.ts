import { type Lowering, type Overload, ownAndOthers } from '../../core/define.ts';
import { arithmetic, NULL, type Sql, sql } from '../../core/sql.ts';
import {
  CLOCK_PARTS,
  checkPart,
  DATE_PARTS,
  MICROS,
  periodIndex,
  refusedPartOfType,
  WEEK_ORIGIN,
  weekIndex,
} from './date-part.ts';

const DIFF_PARTS = {
  DATE: DATE_PARTS,
  DATETIME: [...DATE_PARTS, ...CLOCK_PARTS],
  TIMESTAMP: [...CLOCK_PARTS, 'DAY'],
  TIME: CLOCK_PARTS,
};

/** Refuses parts in which a type has no difference. */
export const checkDifference = checkPart(DIFF_PARTS, refusedPartOfType);

/** TIMESTAMP_DIFF: whole periods between two instants. */
const diffTimestamps: Lowering = ({ arguments: [end, start], part = '' }) => {
  const micros = arithmetic`(epoch_us(${end}) - epoch_us(${start}))`;
  const unit = MICROS[part] ?? 1n;
  return unit === 1n ? micros : arithmetic`(${micros} // ${unit})`;
};

/** DATE_DIFF: boundaries of the part between two dates. */
const diffDates: Lowering = ({ arguments: [end = NULL, start = NULL], part = '' }) => {
  if (part === 'DAY') return arithmetic`(${end} - ${start})`;
  if (part === 'ISOYEAR')
    return sql`(extract('isoyear' FROM ${end}) - extract('isoyear' FROM ${start}))`;
  const origin = WEEK_ORIGIN[part];
  if (origin === undefined) return sql`date_diff('${part.toLowerCase()}', ${start}, ${end})`;
  const week = (date: Sql) => weekIndex(sql`(${date} - DATE '1970-01-01')`, origin);
  return sql`(${week(end)} - ${week(start)})`;
};

/** DATETIME_DIFF: boundaries of the part between two local times. */
const diffDatetimes: Lowering = (call) => {
  const [end, start] = call.arguments;
  const { part = '' } = call;
  const origin = WEEK_ORIGIN[part];
  const unit = origin === undefined ? MICROS[part] : 604_800_000_000n;
  if (unit === undefined) return diffDates(call);
  const index = (datetime: Sql | undefined) =>
    periodIndex(arithmetic`epoch_us(${datetime})`, unit, (origin ?? 0n) * 86_400_000_000n);
  return arithmetic`(${index(end)} - ${index(start)})`;
};

const DIFFS = { DATE: diffDates, DATETIME: diffDatetimes, TIMESTAMP: diffTimestamps };

/** The overloads of DIFF; strings are coerced only to the first type, the function's own. */
export function diffOverloads(types: readonly (keyof typeof DIFFS)[]): readonly Overload[] {
  return ownAndOthers(types, (type) => [`(${type}, ${type}, PART) -> INT64`, DIFFS[type]]);
}

/** TIME_DIFF: boundaries of the part between two times of day. */
export const diffTimes: Lowering = ({ arguments: [end, start], part = '' }) => {
  const unit = MICROS[part] ?? 1n;
  return arithmetic`(epoch_us(${end}) // ${unit} - epoch_us(${start}) // ${unit})`;
};
