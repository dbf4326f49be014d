import { SCALARS } from '../types.ts';
import { lowerCast } from './cast-lowering.ts';
import type { FunctionDefinition, Lowering } from './define.ts';
import { macro, pattern } from './lowering.ts';
import {
  checkDifference,
  differDates,
  differDatetimes,
  differTimestamps,
} from './time-difference.ts';
import { timeFunction } from './time-function.ts';
import { checkShift, shiftOverloads } from './time-shift.ts';
import { checkTrunc, truncDate, truncDatetime, truncTimestamp } from './time-trunc.ts';
import { checkZone, toLocal, zoneOf } from './zone.ts';

const fromTimestamp: Lowering = (call) => toLocal(call.arguments[0] ?? '', zoneOf(call, 1));

const fromString: Lowering = (call) =>
  lowerCast(call.arguments[0] ?? '', SCALARS.STRING, SCALARS.DATETIME, false);

/** The functions named after DATETIME; those that shift, tell differences or truncate also take TIMESTAMP and DATE. */
export const DATETIME_FUNCTIONS: readonly FunctionDefinition[] = [
  timeFunction(
    'DATETIME',
    [
      ['(INT64, INT64, INT64, INT64, INT64, INT64) -> DATETIME', macro('gsql_make_datetime')],
      ['(DATE, TIME) -> DATETIME', pattern('($1 + $2)')],
      ['(TIMESTAMP, STRING?) -> DATETIME', fromTimestamp],
      ['(DATE) -> DATETIME', pattern('CAST($1 AS TIMESTAMP)')],
      ['(DATETIME) -> DATETIME', pattern('$1')],
      ['(STRING) -> DATETIME', fromString],
    ],
    checkZone(1),
  ),
  timeFunction('DATETIME_ADD', shiftOverloads(1), checkShift('DATETIME_ADD')),
  timeFunction('DATETIME_SUB', shiftOverloads(-1), checkShift('DATETIME_SUB')),
  timeFunction(
    'DATETIME_DIFF',
    [
      ['(DATETIME, DATETIME, PART) -> INT64', differDatetimes],
      ['(TIMESTAMP, TIMESTAMP, PART) -> INT64', differTimestamps],
      ['(DATE, DATE, PART) -> INT64', differDates],
    ],
    checkDifference('DATETIME_DIFF'),
  ),
  timeFunction(
    'DATETIME_TRUNC',
    [
      ['(DATETIME, PART) -> DATETIME', truncDatetime],
      ['(TIMESTAMP, PART, STRING?) -> TIMESTAMP', truncTimestamp],
      ['(DATE, PART) -> DATE', truncDate],
    ],
    checkTrunc('DATETIME_TRUNC'),
  ),
];
