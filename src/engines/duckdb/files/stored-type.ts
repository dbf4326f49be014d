/** A column or a field as a file stores it. */
export interface StoredField {
  readonly name: string;
  readonly type: StoredType;
}

/** A scalar type by DuckDB's name: `BIGINT`, `TIMESTAMP WITH TIME ZONE`, `JSON`, `DECIMAL` with its digits. */
export interface StoredScalar {
  readonly kind: 'scalar';
  readonly name: string;
  /** All digits of a DECIMAL, and those behind its point. */
  readonly digits?: readonly [width: number, scale: number];
}

/** The type of a stored value, as plain data. */
export type StoredType =
  | StoredScalar
  | { readonly kind: 'list'; readonly element: StoredType }
  | { readonly kind: 'struct'; readonly fields: readonly StoredField[] }
  | { readonly kind: 'map'; readonly key: StoredType; readonly value: StoredType };

/** The column or field of a name, which may be written in other cases; one in the same case goes first. */
export function fieldNamed<Field extends { readonly name: string }>(
  fields: readonly Field[],
  name: string,
): Field | undefined {
  const key = name.toLowerCase();
  return (
    fields.find((field) => field.name === name) ??
    fields.find((field) => field.name.toLowerCase() === key)
  );
}
