import { castAs, type Sql } from './sql.ts';

/** All digits of a DuckDB DECIMAL, and those behind its point. */
export type Digits = readonly [width: number, scale: number];

/** Digits of a NUMERIC before and behind its point. */
const MAX_INTEGERS = 29;
const MAX_SCALE = 9;

/** The DuckDB type of values with so many digits. */
export function decimalType([width, scale]: Digits): string {
  return `DECIMAL(${width}, ${scale})`;
}

/** A value with fewer digits as a NUMERIC. */
export function asNumeric(value: Sql): Sql {
  return castAs(value, 'DECIMAL(38, 9)');
}

/**
 * So many digits before and behind the point, one before it at least, without which DuckDB writes `.5`; undefined if a
 * NUMERIC has fewer, or no more.
 */
export function digitsWith(integers: number, scale: number): Digits | undefined {
  const isNumeric = integers <= MAX_INTEGERS && scale <= MAX_SCALE;
  const isFewer = integers < MAX_INTEGERS || scale < MAX_SCALE;
  return isNumeric && isFewer ? [Math.max(integers, 1) + scale, scale] : undefined;
}

/** The digits that any of several values may need; undefined if one is not known. */
export function commonDigits(all: readonly (Digits | undefined)[]): Digits | undefined {
  let integers = 0;
  let scale = 0;
  for (const digits of all) {
    if (!digits) return undefined;
    integers = Math.max(integers, digits[0] - digits[1]);
    scale = Math.max(scale, digits[1]);
  }
  return digitsWith(integers, scale);
}

/** The digits of a decimal number as text. */
export function digitsOfText(text: string): Digits | undefined {
  const [all, integers = '', fraction = ''] = /^-?0*(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  return all === undefined ? undefined : digitsWith(integers.length, fraction.length);
}
