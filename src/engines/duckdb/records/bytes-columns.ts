import { arrayOf, SCALARS, structOf, type Type } from '#googlesql';

/** Whether values of the type are, or contain, bytes. */
export function holdsBytes(type: Type): boolean {
  if (type.kind === 'ARRAY') return holdsBytes(type.element);
  if (type.kind === 'STRUCT') return type.fields.some((field) => holdsBytes(field.type));
  return type.kind === 'BYTES';
}

/** The type with texts in the place of bytes: DuckDB reads escaped bytes (`\xFF`) in a cast, and not in JSON. */
export function bytesAsTexts(type: Type): Type {
  if (type.kind === 'ARRAY') return arrayOf(bytesAsTexts(type.element));
  if (type.kind === 'STRUCT') {
    return structOf(type.fields.map((field) => ({ ...field, type: bytesAsTexts(field.type) })));
  }
  return type.kind === 'BYTES' ? SCALARS.STRING : type;
}
