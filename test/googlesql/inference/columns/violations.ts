import type { ProvenType } from '#googlesql';

/** FLOAT64 values that JSON writes as null, as goldens and results have them. */
const NOT_FINITE: ReadonlySet<unknown> = new Set([
  ...['NaN', 'Infinity', '-Infinity', Number.NaN],
  ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
]);

/**
 * Whether a value contradicts what is proven of its type: null where there is none, or an integer that is not safe. A
 * NULL array counts as an empty one, and NULL in an array of a result is an error.
 */
export function contradicts(value: unknown, proven: ProvenType): boolean {
  const { type, isRequired, isSafeInteger, element, fields } = proven;
  if (element) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.some((item) => item !== null && contradicts(item, element));
  }
  if (value === null) return isRequired;
  if (fields) {
    const values = value as readonly unknown[];
    return fields.some((field, i) => contradicts(values[i], field.type));
  }
  if (isSafeInteger && !Number.isSafeInteger(Number(value))) return true;
  return isRequired && isWrittenAsNull(value, type.kind);
}

function isWrittenAsNull(value: unknown, kind: string): boolean {
  return kind === 'FLOAT64' ? NOT_FINITE.has(value) : kind === 'JSON' && value === 'null';
}
