import { type Type, typeName } from '../../types.ts';

/** The number of struct fields shown in an error message. */
const SHOWN_FIELDS = 3;

/** A type as error messages write it, with the first three fields of each struct. */
export function shortTypeName(type: Type): string {
  return typeName(type, SHOWN_FIELDS);
}
