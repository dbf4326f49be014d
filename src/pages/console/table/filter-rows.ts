import type { Column } from '../api/description.ts';
import { approximate, type ExactValue } from '../api/exact-json.ts';
import { formatValue } from './format-value.ts';

/** What a column's filter keeps of its values. */
export type Predicate = (value: ExactValue) => boolean;

/**
 * The predicate of a filter's text: `>10`, `<=2026-03-01` and `=NL` compare, `!NL` leaves out, any other text is part of
 * what the cell displays, without regard to case.
 */
export function predicateOf(text: string, column: Column): Predicate {
  const [, operator = '', operand = ''] = /^\s*(>=|<=|>|<|=|!)?\s*(.*?)\s*$/.exec(text) ?? [];
  const wanted = operand.toLowerCase();
  const shown = (value: ExactValue) => formatValue(value, column).toLowerCase();
  if (operator === '') return (value) => shown(value).includes(wanted);
  if (operator === '=') return (value) => shown(value) === wanted;
  if (operator === '!') return (value) => !shown(value).includes(wanted);
  const number = column.type === 'TIMESTAMP' ? undefined : approximate(operand);
  const order = (value: ExactValue): number | undefined => {
    if (value === null) return undefined;
    const own = number === undefined ? undefined : approximate(value);
    if (own !== undefined && number !== undefined) return own - number;
    const cell = shown(value);
    return cell < wanted ? -1 : Number(cell > wanted);
  };
  const isKept = COMPARED[operator] ?? (() => true);
  return (value) => {
    const ordered = order(value);
    return ordered !== undefined && isKept(ordered);
  };
}

const COMPARED: Readonly<Record<string, (order: number) => boolean>> = {
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
};
