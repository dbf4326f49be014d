import { SCALARS } from '../../types.ts';
import { lowerCast } from '../conversion/cast-lowering.ts';
import type { FunctionDefinition, Lowering } from '../core/define.ts';
import { macro, pattern } from '../core/lowering.ts';
import { checkDifference, diffOverloads } from './parts/time-difference.ts';
import { checkShift, shiftOverloads } from './parts/time-shift.ts';
import { checkTrunc, truncOverloads } from './parts/time-trunc.ts';
import { timeFunction } from './time-function.ts';
import { checkZone, toCivil, zoneOf } from './zone.ts';

const fromTimestamp: Lowering = (call) => toCivil(call.arguments[0] ?? '', zoneOf(call, 1));

const fromString: Lowering = (call) =>
  lowerCast(call.arguments[0] ?? '', SCALARS.STRING, SCALARS.DATETIME, false);

const SHIFTED = ['DATETIME', 'TIMESTAMP'] as const;

/** The DATETIME functions; those that shift, subtract or truncate also accept TIMESTAMP and DATE. */
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
  timeFunction('DATETIME_ADD', shiftOverloads(1, SHIFTED), checkShift),
  timeFunction('DATETIME_SUB', shiftOverloads(-1, SHIFTED), checkShift),
  timeFunction('DATETIME_DIFF', diffOverloads(SHIFTED), checkDifference),
  timeFunction('DATETIME_TRUNC', truncOverloads(SHIFTED), checkTrunc),
];
