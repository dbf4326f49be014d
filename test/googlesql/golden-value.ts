import type { Value } from '../../src/googlesql/value.ts';

/** A value as JSON can hold it exactly: integers beyond 2^53, NaN, infinities and -0 as text. */
export function goldenValue(value: Value): unknown {
  if (Array.isArray(value)) return value.map(goldenValue);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return Object.is(value, -0) ? '-0' : value;
}
