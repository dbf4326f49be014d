import { parseTimestamp } from '../../../src/googlesql/functions/datetime/civil-time.ts';
import { SCALARS, type Type } from '../../../src/googlesql/types.ts';
import type { Row, Value } from '../../../src/googlesql/value.ts';

/** How TIMESTAMP values are written: whole microseconds, or seconds as a float. */
export type TimestampFormat = 'int64' | 'float';

/** A cell of a row: text, a nested row, a list of cells, or NULL. */
export interface WireCell {
  readonly v: WireValue;
}

/** A row of the REST API, also one inside another. */
export interface WireRow {
  readonly f: readonly WireCell[];
}

type WireValue = null | string | WireRow | readonly WireCell[];

/** A row as the REST API writes it. */
export function wireRow(types: readonly Type[], row: Row, format: TimestampFormat): WireRow {
  return { f: types.map((type, i) => ({ v: wireValue(type, row[i] ?? null, format) })) };
}

function wireValue(type: Type, value: Value, format: TimestampFormat): WireValue {
  if (type.kind === 'ARRAY') {
    const items = (value ?? []) as readonly Value[]; // The type says so.
    return items.map((item) => ({ v: wireValue(type.element, item, format) }));
  }
  if (value === null) return null;
  if (type.kind === 'STRUCT') {
    const types = type.fields.map((field) => field.type);
    return wireRow(types, value as Row, format);
  }
  if (type.kind === 'FLOAT64') return floatText(Number(value));
  if (type.kind === 'TIMESTAMP' && format === 'float') {
    return floatText(Number(value) / 1_000_000);
  }
  return type.kind === 'RANGE<TIMESTAMP>' ? rangeText(String(value), format) : String(value);
}

/** Bounds are written as values of their own. */
function rangeText(range: string, format: TimestampFormat): string {
  return range.replace(/\d[^,)]*/g, (bound) => {
    const micros = parseTimestamp(bound);
    return String(wireValue(SCALARS.TIMESTAMP, micros ?? null, format));
  });
}

/** As Java prints a double: `1.0`, `1.5E300`, `-0.0`, `NaN`, `Infinity`. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) return withPoint(String(value));
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${withPoint(mantissa)}E${Number(exponent)}`;
}

function withPoint(digits: string): string {
  return digits.includes('.') ? digits : `${digits}.0`;
}
