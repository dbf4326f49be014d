import { SCALARS } from '../../types.ts';
import { lowerCast } from '../conversion/cast-lowering.ts';
import { type FunctionDefinition, type Lowering, overloadsOf } from '../core/define.ts';
import { bind, macro, pattern } from '../core/lowering.ts';
import { checkPart, MONTH_PARTS, WEEK_PARTS } from './parts/date-part.ts';
import { checkDifference, diffOverloads } from './parts/time-difference.ts';
import { checkShift, shiftOverloads } from './parts/time-shift.ts';
import { checkTrunc, truncDate, truncOverloads } from './parts/time-trunc.ts';
import { timeFunction } from './time-function.ts';
import { checkZone, toCivil, zoneOf } from './zone.ts';

const LAST_DAY_PARTS = [...WEEK_PARTS, ...MONTH_PARTS, 'ISOYEAR'];

/** LAST_DAY: the day before the next period begins. */
const lowerLastDay: Lowering = (call) => {
  const part = call.part ?? 'MONTH';
  const [value = ''] = call.arguments;
  const date = call.types[0]?.kind === 'DATE' ? value : `CAST(${value} AS DATE)`;
  if (part === 'MONTH') return `last_day(${date})`;
  return bind({ arguments: [date], literals: [] }, ([day = '']) => {
    const last = lastDay(truncDate({ ...call, arguments: [day], part }), part);
    return `gsql_last_day(${day}, ${last}, '${part}')`;
  });
};

function lastDay(first: string, part: string): string {
  if (WEEK_PARTS.includes(part)) return `${first} + 6`;
  // An ISO year has 364 or 371 days, so 374 days after its start the next one has always begun.
  if (part === 'ISOYEAR') return `CAST(date_trunc('isoyear', ${first} + 374) AS DATE) - 1`;
  return `CAST(${first} + INTERVAL 1 ${part} AS DATE) - 1`;
}

const fromTimestamp: Lowering = (call) =>
  `CAST(${toCivil(call.arguments[0] ?? '', zoneOf(call, 1))} AS DATE)`;

/** The text is read as a TIMESTAMP, and its date in UTC is taken. */
const fromString: Lowering = ({ arguments: [text = ''] }) => {
  const timestamp = lowerCast(text, SCALARS.STRING, SCALARS.TIMESTAMP, false);
  return lowerCast(timestamp, SCALARS.TIMESTAMP, SCALARS.DATE, false);
};

const SHIFTED = ['DATE', 'DATETIME', 'TIMESTAMP'] as const;

/** The DATE functions; those that shift, subtract or truncate also accept DATETIME and TIMESTAMP. */
export const DATE_FUNCTIONS: readonly FunctionDefinition[] = [
  timeFunction(
    'DATE',
    [
      ['(TIMESTAMP, STRING?) -> DATE', fromTimestamp],
      ['(DATETIME) -> DATE', pattern('CAST($1 AS DATE)')],
      ['(INT64, INT64, INT64) -> DATE', macro('gsql_make_date')],
      ['(DATE) -> DATE', pattern('$1')],
      ['(STRING) -> DATE', fromString],
    ],
    checkZone(1),
  ),
  timeFunction('DATE_ADD', shiftOverloads(1, SHIFTED), checkShift),
  timeFunction('DATE_SUB', shiftOverloads(-1, SHIFTED), checkShift),
  timeFunction('DATE_DIFF', diffOverloads(SHIFTED), checkDifference),
  timeFunction('DATE_TRUNC', truncOverloads(SHIFTED), checkTrunc),
  timeFunction('DATE_FROM_UNIX_DATE', [['(INT64) -> DATE', macro('gsql_date_of')]]),
  timeFunction('UNIX_DATE', [['(DATE) -> INT64', pattern("($1 - DATE '1970-01-01')")]]),
  timeFunction(
    'LAST_DAY',
    overloadsOf(['DATE', 'DATETIME'], '(T, PART?) -> DATE', lowerLastDay),
    checkPart({ DATE: LAST_DAY_PARTS, DATETIME: LAST_DAY_PARTS }),
  ),
];
