import type { OutputColumn } from '../../../src/googlesql/analysis/analyze.ts';
import { rangeElement, type ScalarKind, type Type } from '../../../src/googlesql/types.ts';

/** A field of a schema as the REST API shows it. */
export interface WireField {
  readonly name: string;
  readonly type: string;
  readonly mode: 'NULLABLE' | 'REQUIRED' | 'REPEATED';
  readonly fields?: readonly WireField[];
  readonly rangeElementType?: { readonly type: string };
}

/** The API still shows these types under their first names. */
const LEGACY: Partial<Record<ScalarKind, string>> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
};

/** The schema of a result. */
export function wireSchema(columns: readonly OutputColumn[]): {
  readonly fields: readonly WireField[];
} {
  return { fields: columns.map(({ name, type }) => wireField(name, type)) };
}

function wireField(name: string, type: Type): WireField {
  if (type.kind === 'ARRAY') return { ...wireField(name, type.element), mode: 'REPEATED' };
  const element = rangeElement(type);
  if (element) {
    return { name, type: 'RANGE', mode: 'NULLABLE', rangeElementType: { type: element.kind } };
  }
  if (type.kind !== 'STRUCT') {
    return { name, type: LEGACY[type.kind] ?? type.kind, mode: 'NULLABLE' };
  }
  const fields = type.fields.map((field, i) =>
    wireField(field.name === '' ? `_field_${i + 1}` : field.name, field.type),
  );
  return { name, type: 'RECORD', mode: 'NULLABLE', fields };
}
