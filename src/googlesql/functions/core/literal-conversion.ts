import type { ScalarKind } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';
import { parseDate, parseDatetime, parseTime, parseTimestamp } from '../datetime/civil-time.ts';
import { numericText, parseDecimal } from '../math/decimal-text.ts';

/** The value that a literal has in another type, or undefined where it has none. */
export type LiteralConversion = (value: string | number | bigint) => LiteralValue | undefined;

const STRINGS: Readonly<Partial<Record<ScalarKind, LiteralConversion>>> = {
  DATE: (value) => parseDate(String(value)),
  DATETIME: (value) => parseDatetime(String(value)),
  TIME: (value) => parseTime(String(value)),
  TIMESTAMP: (value) => parseTimestamp(String(value)),
};

const INTEGERS: Readonly<Partial<Record<ScalarKind, LiteralConversion>>> = {
  FLOAT64: (value) => Number(value),
  NUMERIC: (value) => String(value),
  BIGNUMERIC: (value) => String(value),
};

const FLOATS: Readonly<Partial<Record<ScalarKind, LiteralConversion>>> = {
  NUMERIC: (value) => floatNumeric(String(value)),
  BIGNUMERIC: (value) => floatNumeric(String(value)),
};

const CONVERSIONS: Readonly<
  Partial<Record<ScalarKind, Readonly<Partial<Record<ScalarKind, LiteralConversion>>>>>
> = { STRING: STRINGS, INT64: INTEGERS, FLOAT64: FLOATS };

/** How a literal of one type takes another one without a cast; undefined when it never does. */
export function literalConversion(from: ScalarKind, to: ScalarKind): LiteralConversion | undefined {
  return CONVERSIONS[from]?.[to];
}

function floatNumeric(text: string): string | undefined {
  const decimal = parseDecimal(text);
  return decimal === undefined ? undefined : numericText(decimal);
}
