import { SCALARS } from '../../types.ts';
import { lowerCast } from '../conversion/cast-lowering.ts';
import { type FunctionDefinition, type Lowering, overloadsOf } from '../core/define.ts';
import { bind, itself, macro, pattern } from '../core/lowering.ts';
import { arithmetic, NULL, type Sql, sql } from '../core/sql.ts';
import { CLOCK_PARTS, checkPart, MONTH_PARTS, WEEK_PARTS } from './parts/date-part.ts';
import { checkDifference, diffTimes } from './parts/time-difference.ts';
import { shiftTime } from './parts/time-shift.ts';
import { checkTrunc, truncDate, truncTime } from './parts/time-trunc.ts';
import { timeArithmetic, timeFunction } from './time-function.ts';
import { checkZone, toCivil, toLocal, zoneOf } from './zone.ts';

const datetimeOfTimestamp: Lowering = (call) => toCivil(call.arguments[0] ?? NULL, zoneOf(call, 1));

const datetimeOfText: Lowering = (call) =>
  lowerCast(call.arguments[0] ?? NULL, SCALARS.STRING, SCALARS.DATETIME, false);

/** The DATETIME functions; those that shift, subtract or truncate also accept TIMESTAMP and DATE. */
const DATETIME_FUNCTIONS: readonly FunctionDefinition[] = [
  timeFunction(
    'DATETIME',
    [
      ['(INT64, INT64, INT64, INT64, INT64, INT64) -> DATETIME', macro('gsql_make_datetime')],
      [
        '(DATE, TIME) -> DATETIME',
        ({ arguments: [date, time] }) => arithmetic`(${date} + ${time})`,
      ],
      ['(TIMESTAMP, STRING?) -> DATETIME', datetimeOfTimestamp],
      ['(DATE) -> DATETIME', pattern('CAST($1 AS TIMESTAMP)')],
      ['(DATETIME) -> DATETIME', itself],
      ['(STRING) -> DATETIME', datetimeOfText],
    ],
    checkZone(1),
  ),
  ...timeArithmetic('DATETIME', 'TIMESTAMP'),
];

const LAST_DAY_PARTS = [...WEEK_PARTS, ...MONTH_PARTS, 'ISOYEAR'];

/** LAST_DAY: the day before the next period begins. */
const lowerLastDay: Lowering = (call) => {
  const part = call.part ?? 'MONTH';
  const [value = NULL] = call.arguments;
  const date = call.types[0]?.kind === 'DATE' ? value : sql`CAST(${value} AS DATE)`;
  if (part === 'MONTH') return sql`last_day(${date})`;
  return bind({ arguments: [date], literals: [] }, ([day = NULL]) => {
    const last = lastDay(truncDate({ ...call, arguments: [day], part }), part);
    return sql`gsql_last_day(${day}, ${last}, '${part}')`;
  });
};

function lastDay(first: Sql, part: string): Sql {
  if (WEEK_PARTS.includes(part)) return sql`${first} + 6`;
  // An ISO year has 364 or 371 days, so 374 days after its start the next one has always begun.
  if (part === 'ISOYEAR') return sql`CAST(date_trunc('isoyear', ${first} + 374) AS DATE) - 1`;
  return sql`CAST(${first} + INTERVAL 1 ${part} AS DATE) - 1`;
}

const dateOfTimestamp: Lowering = (call) =>
  sql`CAST(${toCivil(call.arguments[0] ?? NULL, zoneOf(call, 1))} AS DATE)`;

/** The text is read as a TIMESTAMP, and its date in UTC is taken. */
const dateOfText: Lowering = ({ arguments: [text = NULL] }) => {
  const timestamp = lowerCast(text, SCALARS.STRING, SCALARS.TIMESTAMP, false);
  return lowerCast(timestamp, SCALARS.TIMESTAMP, SCALARS.DATE, false);
};

/** The DATE functions; those that shift, subtract or truncate also accept DATETIME and TIMESTAMP. */
const DATE_FUNCTIONS: readonly FunctionDefinition[] = [
  timeFunction(
    'DATE',
    [
      ['(TIMESTAMP, STRING?) -> DATE', dateOfTimestamp],
      ['(DATETIME) -> DATE', pattern('CAST($1 AS DATE)')],
      ['(INT64, INT64, INT64) -> DATE', macro('gsql_make_date')],
      ['(DATE) -> DATE', itself],
      ['(STRING) -> DATE', dateOfText],
    ],
    checkZone(1),
  ),
  ...timeArithmetic('DATE', 'DATETIME', 'TIMESTAMP'),
  timeFunction('DATE_FROM_UNIX_DATE', [['(INT64) -> DATE', macro('gsql_date_of')]]),
  timeFunction('UNIX_DATE', [['(DATE) -> INT64', pattern("($1 - DATE '1970-01-01')")]]),
  timeFunction(
    'LAST_DAY',
    overloadsOf(['DATE', 'DATETIME'], '(T, PART?) -> DATE', lowerLastDay),
    checkPart({ DATE: LAST_DAY_PARTS, DATETIME: LAST_DAY_PARTS }),
  ),
];

const timeOfTimestamp: Lowering = (call) =>
  sql`CAST(${toLocal(call.arguments[0] ?? NULL, zoneOf(call, 1))} AS TIME)`;

const checkShiftTime = checkPart({ TIME: CLOCK_PARTS });

/** The functions named after TIME. */
const TIME_FUNCTIONS: readonly FunctionDefinition[] = [
  timeFunction(
    'TIME',
    [
      ['(INT64, INT64, INT64) -> TIME', macro('gsql_make_time')],
      ['(TIMESTAMP, STRING?) -> TIME', timeOfTimestamp],
      ['(DATETIME) -> TIME', pattern('CAST($1 AS TIME)')],
      ['(TIME) -> TIME', itself],
    ],
    checkZone(1),
  ),
  timeFunction('TIME_ADD', [['(TIME, INT64, PART) -> TIME', shiftTime(1)]], checkShiftTime),
  timeFunction('TIME_SUB', [['(TIME, INT64, PART) -> TIME', shiftTime(-1)]], checkShiftTime),
  timeFunction('TIME_DIFF', [['(TIME, TIME, PART) -> INT64', diffTimes]], checkDifference),
  timeFunction('TIME_TRUNC', [['(TIME, PART) -> TIME', truncTime]], checkTrunc),
];

/** The functions of dates and times without a zone. */
export const CIVIL_FUNCTIONS: readonly FunctionDefinition[] = [
  ...DATE_FUNCTIONS,
  ...DATETIME_FUNCTIONS,
  ...TIME_FUNCTIONS,
];
