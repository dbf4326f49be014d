import { scalarGroup } from '../core/define.ts';

/** Defines a function in the date and time group. */
export const timeFunction = scalarGroup('Date and time');
