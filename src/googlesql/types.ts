/** GoogleSQL's types, shared by the compiler, the engines and both interfaces. */

import { excerpt } from './excerpt.ts';

/** The scalar types of which there are ranges. */
export const RANGE_ELEMENTS = ['DATE', 'DATETIME', 'TIMESTAMP'] as const;

/** The name of such a type. */
export type RangeElement = (typeof RANGE_ELEMENTS)[number];

/** The range types: a range has no fields, so each is a scalar type. */
export const RANGE_KINDS = ['RANGE<DATE>', 'RANGE<DATETIME>', 'RANGE<TIMESTAMP>'] as const;

/** The name of a range type. */
export type RangeKind = (typeof RANGE_KINDS)[number];

/** The scalar types that a column, parameter or expression can have. */
export const SCALAR_KINDS = [
  ...(['BOOL', 'INT64', 'FLOAT64', 'NUMERIC', 'BIGNUMERIC', 'STRING', 'BYTES'] as const),
  ...(['DATE', 'DATETIME', 'TIME', 'TIMESTAMP', 'INTERVAL', 'JSON'] as const),
  ...RANGE_KINDS,
] as const;

/** The name of a scalar type. */
export type ScalarKind = (typeof SCALAR_KINDS)[number];

/** A scalar type. */
export interface ScalarType {
  readonly kind: ScalarKind;
}

/** An array; its elements are never arrays themselves. */
export interface ArrayType {
  readonly kind: 'ARRAY';
  readonly element: Type;
}

/** One field of a struct; an anonymous one has the empty name. Names are case-insensitive and may repeat. */
export interface StructField {
  readonly name: string;
  readonly type: Type;
}

/** A struct: an ordered list of fields. */
export interface StructType {
  readonly kind: 'STRUCT';
  readonly fields: readonly StructField[];
}

/** Any GoogleSQL type. */
export type Type = ScalarType | ArrayType | StructType;

/** The types of numbers. */
export const NUMBER_KINDS: ReadonlySet<string> = new Set([
  'INT64',
  'FLOAT64',
  'NUMERIC',
  'BIGNUMERIC',
]);

/** The single object of each scalar type. */
export const SCALARS: Readonly<Record<ScalarKind, ScalarType>> = Object.freeze(
  Object.fromEntries(SCALAR_KINDS.map((kind) => [kind, Object.freeze({ kind })])) as Record<
    ScalarKind,
    ScalarType
  >,
);

/** The type of a range's bounds; undefined for other types. */
export function rangeElement({ kind }: Type): ScalarType | undefined {
  const element = RANGE_ELEMENTS.find((name) => kind === `RANGE<${name}>`);
  return element && SCALARS[element];
}

/** An array type over an element type. */
export function arrayOf(element: Type): ArrayType {
  return { kind: 'ARRAY', element };
}

/** A struct type over fields. */
export function structOf(fields: readonly StructField[]): StructType {
  return { kind: 'STRUCT', fields };
}

/** Whether two types are the same; field names are compared without case. */
export function sameType(left: Type, right: Type): boolean {
  if (left === right) return true;
  if (left.kind === 'ARRAY') return right.kind === 'ARRAY' && sameType(left.element, right.element);
  if (left.kind === 'STRUCT') {
    return (
      right.kind === 'STRUCT' &&
      left.fields.length === right.fields.length &&
      left.fields.every((field, i) => {
        const other = right.fields[i];
        return (
          other !== undefined &&
          field.name.toLowerCase() === other.name.toLowerCase() &&
          sameType(field.type, other.type)
        );
      })
    );
  }
  return left.kind === right.kind;
}

/** The type as GoogleSQL spells it: `ARRAY<STRUCT<a INT64, b STRING>>`. */
export function typeName(type: Type): string {
  return spelled(type, Number.POSITIVE_INFINITY, (name) => name);
}

function spelled(type: Type, maxFields: number, nameText: (name: string) => string): string {
  if (type.kind === 'ARRAY') return `ARRAY<${spelled(type.element, maxFields, nameText)}>`;
  if (type.kind !== 'STRUCT') return type.kind;
  const fields = type.fields.slice(0, maxFields).map((field) => {
    const text = spelled(field.type, maxFields, nameText);
    return field.name ? `${nameText(field.name)} ${text}` : text;
  });
  if (type.fields.length > maxFields) fields.push('...');
  return `STRUCT<${fields.join(', ')}>`;
}

/** The number of struct fields shown in an error message. */
const SHOWN_FIELDS = 3;

/** The maximum number of letters of such a type, and of a field's name in it: those of the log tables fit. */
const MAX_TYPE_TEXT = 500;
const MAX_FIELD_NAME = 60;

/** A type as error messages write it, with the first three fields of each struct. */
export function shortTypeName(type: Type): string {
  return excerpt(
    spelled(type, SHOWN_FIELDS, (name) => excerpt(name, MAX_FIELD_NAME)),
    MAX_TYPE_TEXT,
  );
}

/** A type as those error messages write it that have all fields of each struct. */
export function shownTypeName(type: Type): string {
  return excerpt(typeName(type));
}
