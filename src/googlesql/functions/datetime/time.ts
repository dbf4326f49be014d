import type { FunctionDefinition, Lowering } from '../core/define.ts';
import { macro, pattern } from '../core/lowering.ts';
import { CLOCK_PARTS, checkPart } from './parts/date-part.ts';
import { checkDifference, diffTimes } from './parts/time-difference.ts';
import { shiftTime } from './parts/time-shift.ts';
import { checkTrunc, truncTime } from './parts/time-trunc.ts';
import { timeFunction } from './time-function.ts';
import { checkZone, toLocal, zoneOf } from './zone.ts';

const fromTimestamp: Lowering = (call) =>
  `CAST(${toLocal(call.arguments[0] ?? '', zoneOf(call, 1))} AS TIME)`;

const checkShiftTime = checkPart({ TIME: CLOCK_PARTS });

/** The functions named after TIME. */
export const TIME_FUNCTIONS: readonly FunctionDefinition[] = [
  timeFunction(
    'TIME',
    [
      ['(INT64, INT64, INT64) -> TIME', macro('gsql_make_time')],
      ['(TIMESTAMP, STRING?) -> TIME', fromTimestamp],
      ['(DATETIME) -> TIME', pattern('CAST($1 AS TIME)')],
      ['(TIME) -> TIME', pattern('$1')],
    ],
    checkZone(1),
  ),
  timeFunction('TIME_ADD', [['(TIME, INT64, PART) -> TIME', shiftTime(1)]], checkShiftTime),
  timeFunction('TIME_SUB', [['(TIME, INT64, PART) -> TIME', shiftTime(-1)]], checkShiftTime),
  timeFunction('TIME_DIFF', [['(TIME, TIME, PART) -> INT64', diffTimes]], checkDifference),
  timeFunction('TIME_TRUNC', [['(TIME, PART) -> TIME', truncTime]], checkTrunc),
];
