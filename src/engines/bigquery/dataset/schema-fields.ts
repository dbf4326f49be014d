import { SCALARS, type SchemaField, standardType } from '#googlesql';
import type { ResultField } from '../jobs/query-response.ts';

/** A column or field that is left out of a table's schema. */
export interface OmittedField {
  readonly path: string;
  readonly type: string;
}

/** The fields of a table, with what cannot be read of it. */
export interface ReadableFields {
  readonly fields: readonly SchemaField[];
  readonly omitted: readonly OmittedField[];
}

/** The fields of a table's resource with the types as GoogleSQL writes them: a RANGE names that of its elements. */
export function schemaFields(fields: readonly ResultField[] = []): readonly SchemaField[] {
  return fields.map(({ rangeElementType, ...field }) => ({
    ...(field as SchemaField), // BigQuery's own.
    ...(rangeElementType && { type: `RANGE<${rangeElementType.type}>` }),
    ...(field.fields && { fields: schemaFields(field.fields) }),
  }));
}

/** The fields that queries compiled here can read; a GEOGRAPHY is not one, nor a text with a collation. */
export function readableFields(fields: readonly SchemaField[], around = ''): ReadableFields {
  const parts = fields.map((field) => readableField(field, around));
  return {
    fields: parts.flatMap(({ field }) => field ?? []),
    omitted: parts.flatMap(({ omitted }) => omitted),
  };
}

/** The type with the collation of its texts, in which BigQuery compares `a` and `A` as equal. */
export function collatedType({ collation }: SchemaField, type: string): string {
  return collation ? `${type} with the collation ${collation}` : type;
}

interface ReadableField {
  readonly field?: SchemaField;
  readonly omitted: readonly OmittedField[];
}

function readableField(field: SchemaField, around: string): ReadableField {
  const path = around + field.name;
  const type = standardType(field.type);
  if (type === 'STRUCT') {
    const { fields, omitted } = readableFields(field.fields ?? [], `${path}.`);
    return { omitted, ...(fields.length > 0 && { field: { ...field, fields } }) };
  }
  return Object.hasOwn(SCALARS, type) && !field.collation
    ? { omitted: [], field }
    : { omitted: [{ path, type: collatedType(field, field.type) }] };
}
