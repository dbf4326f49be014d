import type { FunctionDefinition, Lowering, Overload } from '../../core/define.ts';
import { bind } from '../../core/lowering.ts';
import { allOf } from '../../core/signatures/argument-check.ts';
import { castAs, NULL, type Sql, sql } from '../../core/sql.ts';
import { timeFunction } from '../time-function.ts';
import { checkZone, toCivil, toLocal, zoneOf } from '../zone.ts';
import { CLOCK_PARTS, checkPart, MONTH_PARTS, WEEK_PARTS } from './date-part.ts';

const DATE_PARTS = ['DAY', 'DAYOFWEEK', 'DAYOFYEAR', ...WEEK_PARTS, ...MONTH_PARTS, 'ISOYEAR'];
const TIME_PARTS = [...CLOCK_PARTS, 'NANOSECOND'];

const EXTRACT_PARTS = {
  DATE: DATE_PARTS,
  DATETIME: [...DATE_PARTS, ...TIME_PARTS, 'DATE', 'TIME'],
  TIMESTAMP: [...DATE_PARTS, ...TIME_PARTS, 'DATE', 'TIME', 'DATETIME'],
  TIME: TIME_PARTS,
  INTERVAL: ['YEAR', 'MONTH', 'DAY', ...TIME_PARTS],
};

const refusedPart = (part: string, type: string) =>
  `EXTRACT from ${type} does not support the ${part} date part`;

const check = allOf(checkPart(EXTRACT_PARTS, refusedPart), checkZone(1));

/** Parts that DuckDB names or counts differently. */
const PARTS: Readonly<Record<string, (local: Sql) => Sql>> = {
  DAYOFWEEK: (local) => sql`(extract('dow' FROM ${local}) + 1)`,
  DAYOFYEAR: (local) => sql`extract('doy' FROM ${local})`,
  ISOWEEK: (local) => sql`extract('week' FROM ${local})`,
  MILLISECOND: (local) => sql`(extract('millisecond' FROM ${local}) % 1000)`,
  MICROSECOND: (local) => sql`(extract('microsecond' FROM ${local}) % 1000000)`,
  NANOSECOND: (local) => sql`(extract('microsecond' FROM ${local}) % 1000000 * 1000)`,
  DATE: (local) => castAs(local, 'DATE'),
  TIME: (local) => castAs(local, 'TIME'),
  DATETIME: (local) => local,
};

const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

/** The number of the week, from 0; week 1 is the first that begins in the year. */
function extractWeek(local: Sql, part: string): Sql {
  const first = Math.max(0, WEEKDAYS.indexOf(part.slice(5, -1)));
  const weekday =
    first === 0
      ? sql`extract('dow' FROM ${local})`
      : sql`(extract('dow' FROM ${local}) + ${7 - first}) % 7`;
  return sql`((extract('doy' FROM ${local}) + 6 - ${weekday}) // 7)`;
}

function extractPart(local: Sql, part: string): Sql {
  return PARTS[part]?.(local) ?? sql`extract('${part.toLowerCase()}' FROM ${local})`;
}

const extractFrom: Lowering = (call) => {
  const part = call.part ?? '';
  if (!part.startsWith('WEEK')) {
    const [value = NULL] = call.arguments;
    if (call.types[0]?.kind !== 'TIMESTAMP') return extractPart(value, part);
    const local = part.startsWith('DATE') ? toCivil : toLocal;
    return extractPart(local(value, zoneOf(call, 1)), part);
  }
  return bind(call, ([value = NULL, zone]) => {
    const own = zone === undefined ? [value] : [value, zone];
    const local =
      call.types[0]?.kind === 'TIMESTAMP'
        ? toLocal(value, zoneOf({ ...call, arguments: own }, 1))
        : value;
    return extractWeek(local, part);
  });
};

/** The parts of an interval, each with the interval's own sign. */
const extractInterval: Lowering = (call) =>
  bind(call, ([interval = NULL]) => extractPart(interval, call.part ?? ''));

function extract(name: string, overloads: readonly Overload[]): FunctionDefinition {
  return timeFunction(name, overloads, check);
}

/** EXTRACT; parts that are dates and times are separate functions, because their result types differ. */
export const EXTRACT_FUNCTIONS: readonly FunctionDefinition[] = [
  extract('$extract', [
    ['(DATE, PART) -> INT64', extractFrom],
    ['(TIMESTAMP, PART, STRING?) -> INT64', extractFrom],
    ['(DATETIME, PART) -> INT64', extractFrom],
    ['(TIME, PART) -> INT64', extractFrom],
    ['(INTERVAL, PART) -> INT64', extractInterval],
  ]),
  extract('$extract_date', [
    ['(DATETIME, PART) -> DATE', extractFrom],
    ['(TIMESTAMP, PART, STRING?) -> DATE', extractFrom],
  ]),
  extract('$extract_time', [
    ['(DATETIME, PART) -> TIME', extractFrom],
    ['(TIMESTAMP, PART, STRING?) -> TIME', extractFrom],
  ]),
  extract('$extract_datetime', [['(TIMESTAMP, PART, STRING?) -> DATETIME', extractFrom]]),
];
