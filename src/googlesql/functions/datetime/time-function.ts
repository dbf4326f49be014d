import { type FunctionDefinition, scalarGroup } from '../core/define.ts';
import { checkDifference, diffOverloads } from './parts/time-difference.ts';
import { checkShift, shiftOverloads } from './parts/time-shift.ts';
import { checkTrunc, truncOverloads } from './parts/time-trunc.ts';

/** Defines a function in the date and time group. */
export const timeFunction = scalarGroup('Date and time');

type InstantKind = 'DATE' | 'DATETIME' | 'TIMESTAMP';

/** The functions that shift, subtract and truncate values of the first type, which gives their names, and of others. */
export function timeArithmetic(...types: readonly InstantKind[]): readonly FunctionDefinition[] {
  const [own] = types;
  return [
    timeFunction(`${own}_ADD`, shiftOverloads(1, types), checkShift),
    timeFunction(`${own}_SUB`, shiftOverloads(-1, types), checkShift),
    timeFunction(`${own}_DIFF`, diffOverloads(types), checkDifference),
    timeFunction(`${own}_TRUNC`, truncOverloads(types), checkTrunc),
  ];
}
