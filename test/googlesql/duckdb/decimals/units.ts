/** NUMERICs as integers of their last digit, 10^-9, with which everything can be computed exactly. */
export type Units = bigint;

/** Units of 1. */
export const ONE = 10n ** 9n;

const LIMIT = 10n ** 38n;

export class NumericOverflow extends Error {}

/** The number itself if it is a NUMERIC. */
export function inRange(units: Units): Units {
  if (units <= -LIMIT || units >= LIMIT) throw new NumericOverflow();
  return units;
}

/** A quotient, rounded half away from zero. */
export function divideUnits(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [n, d] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * n + d) / (2n * d);
  return isNegative ? -rounded : rounded;
}

/** The decimal number, without zeros at its end. */
export function textOf(units: Units): string {
  const digits = String(units < 0n ? -units : units).padStart(10, '0');
  const text = `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '');
  return `${units < 0n ? '-' : ''}${text}`;
}
