import type { Type } from '../../types.ts';

/** The number of struct fields shown in an error message. */
const SHOWN_FIELDS = 3;

/** A type as error messages write it, with the first three fields of each struct. */
export function shortTypeName(type: Type): string {
  if (type.kind === 'ARRAY') return `ARRAY<${shortTypeName(type.element)}>`;
  if (type.kind !== 'STRUCT') return type.kind;
  const shown = type.fields
    .slice(0, SHOWN_FIELDS)
    .map((field) => (field.name ? `${field.name} ` : '') + shortTypeName(field.type));
  if (type.fields.length > SHOWN_FIELDS) shown.push('...');
  return `STRUCT<${shown.join(', ')}>`;
}
