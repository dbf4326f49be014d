import { isDeepStrictEqual } from 'node:util';
import type { Row, Type, Value } from '#googlesql';

/** The columns of rows to compare. */
export type Columns = readonly { readonly type: Type }[];

/** Whether an answered value is the expected one; FLOAT64 may differ by `tolerance`, as a part of the larger, or of 1. */
export function sameValue(expected: Value, actual: Value, type: Type, tolerance: number): boolean {
  if (type.kind === 'ARRAY') {
    const own = (expected ?? []) as readonly Value[];
    const other = (actual ?? []) as readonly Value[];
    return (
      own.length === other.length &&
      own.every((item, i) => sameValue(item, other[i] ?? null, type.element, tolerance))
    );
  }
  if (type.kind === 'FLOAT64') return sameFloat(expected, actual, tolerance);
  if (expected === null || actual === null) return expected === actual;
  if (type.kind === 'STRUCT') {
    return sameRow(expected as Row, actual as Row, type.fields, tolerance);
  }
  if (type.kind === 'JSON') {
    return isDeepStrictEqual(exactJson(String(expected)), exactJson(String(actual)));
  }
  return expected === actual;
}

/** Whether all values of two rows are the same. */
export function sameRow(expected: Row, actual: Row, columns: Columns, tolerance: number): boolean {
  return columns.every(({ type }, i) =>
    sameValue(expected[i] ?? null, actual[i] ?? null, type, tolerance),
  );
}

/** A JSON value whose integers have all digits: on BigQuery they are INT64 or UINT64, and other numbers FLOAT64. */
function exactJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const digits = context?.source ?? '';
    return /^-?\d{1,20}$/.test(digits) ? BigInt(digits) : value;
  });
}

/** In answers NaN and the infinities are null, so null in a case stands for them too. */
function sameFloat(expected: Value, actual: Value, tolerance: number): boolean {
  const own = finite(expected);
  const other = finite(actual);
  if (own === null || other === null) return own === other;
  const scale = Math.max(1, Math.abs(own), Math.abs(other));
  return Math.abs(own - other) <= tolerance * scale;
}

function finite(value: Value): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
