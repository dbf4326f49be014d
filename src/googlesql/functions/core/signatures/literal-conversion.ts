import type { ScalarKind } from '../../../types.ts';
import type { LiteralValue } from '../../../value.ts';
import { parseDate, parseDatetime, parseTime, parseTimestamp } from '../../datetime/civil-time.ts';
import {
  bigNumericText,
  numericText,
  parseBigDecimal,
  parseDecimal,
} from '../../math/decimal-text.ts';

/** Converts a literal's value to another type; undefined if the value does not convert. */
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
  NUMERIC: (value) => decimalNumeric(String(value)),
  BIGNUMERIC: (value) => decimalBigNumeric(String(value)),
};

const CONVERSIONS: Readonly<
  Partial<Record<ScalarKind, Readonly<Partial<Record<ScalarKind, LiteralConversion>>>>>
> = { STRING: STRINGS, INT64: INTEGERS, FLOAT64: FLOATS };

/** The implicit conversion of a literal from one type to another; undefined if there is none. */
export function literalConversion(from: ScalarKind, to: ScalarKind): LiteralConversion | undefined {
  return CONVERSIONS[from]?.[to];
}

/** The canonical NUMERIC of a decimal number, which is rounded unless `isExact`; undefined if there is none. */
export function decimalNumeric(text: string, isExact = false): string | undefined {
  const decimal = parseDecimal(text, isExact);
  return decimal === undefined ? undefined : numericText(decimal);
}

/** As `decimalNumeric`, of BIGNUMERIC. */
export function decimalBigNumeric(text: string, isExact = false): string | undefined {
  const decimal = parseBigDecimal(text, isExact);
  return decimal === undefined ? undefined : bigNumericText(decimal);
}
