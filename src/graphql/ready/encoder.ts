import {
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import {
  NotCompilable,
  type SelectedField,
  type SelectionScope,
  selectFields,
} from './selection.ts';

/** JSON text of a value that a resolver returned; throws where graphql would report an error. */
export type Encode = (value: unknown) => string;

/** Text of a selection: what was selected under which names. */
export interface Encoder {
  readonly encode: Encode;
  /** Equal for selections that are answered with the same text. */
  readonly shape: string;
}

/** A field with the text that stands before its value. */
export interface EncodedField extends Encoder {
  /** `"rows":` */
  readonly start: string;
  readonly name: string;
}

/** Thrown where an answer has an error in it, or cannot be made at once. */
export class NotEncodable extends Error {}

/** Compiles selections of a type without arguments inside to what writes their JSON; throws `NotCompilable`. */
export function compileEncoder(
  scope: SelectionScope,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
): Encoder {
  if (isNonNullType(type)) {
    const { encode, shape } = compileEncoder(scope, type.ofType, sets);
    return { encode: (value) => encode(present(value)), shape };
  }
  const { encode, shape } = nullable(scope, type, sets);
  return { encode: (value) => (value == null ? 'null' : encode(value)), shape };
}

function nullable(
  scope: SelectionScope,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
): Encoder {
  if (isLeafType(type)) return { encode: leafEncoder(type), shape: '' };
  if (isListType(type)) {
    const { encode, shape } = compileEncoder(scope, type.ofType, sets);
    return { encode: (value) => encodeList(value, encode), shape };
  }
  if (!isObjectType(type)) throw new NotCompilable(`"${type}" is abstract`);
  const fields = compileFields(scope, type, sets);
  return { encode: (value) => encodeObject(value, fields), shape: shapeOf(fields) };
}

/** Compiles the fields that are selected of an object. */
export function compileFields(
  scope: SelectionScope,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): readonly EncodedField[] {
  if (type.isTypeOf) throw new NotCompilable(`"${type}" is checked by itself`);
  return selectFields(scope, type, sets).map((selected) => compileField(scope, type, selected));
}

/** What tells the text of an object's fields from that of others. */
export function shapeOf(fields: readonly EncodedField[]): string {
  return `{${fields.map(({ start, name, shape }) => start + name + shape).join(',')}}`;
}

function compileField(
  scope: SelectionScope,
  type: GraphQLObjectType,
  { key, field, sets }: SelectedField,
): EncodedField {
  const start = `${JSON.stringify(key)}:`;
  if (!field) {
    const text = JSON.stringify(type.name);
    return { start, name: '__typename', encode: () => text, shape: '' };
  }
  const { name, args, resolve } = field;
  if (args.length > 0) throw new NotCompilable(`"${type}.${name}" takes arguments`);
  const { encode, shape } = compileEncoder(scope, field.type, sets);
  // Neither arguments, context nor info: a resolver that needs one of them throws, and graphql's own executor answers.
  const read = (resolve as unknown as Read | undefined) ?? memberReader(name);
  return { start, name, encode: (value) => encode(read(value, {})), shape };
}

type Read = (source: unknown, args: object) => unknown;

/** What graphql does where a field has no resolver, but that it calls functions. */
function memberReader(name: string): Read {
  return (source) => {
    const value = (source as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'function') throw new NotEncodable(`"${name}" is a function`);
    return value;
  };
}

function present(value: unknown): unknown {
  if (value == null) throw new NotEncodable('A value is missing');
  return value;
}

function encodeList(value: unknown, encode: Encode): string {
  if (!Array.isArray(value)) throw new NotEncodable('A list is no array');
  let text = '';
  for (const member of value) text += text === '' ? encode(member) : `,${encode(member)}`;
  return `[${text}]`;
}

function encodeObject(value: unknown, fields: readonly EncodedField[]): string {
  if (value instanceof Promise || value instanceof Error) throw new NotEncodable('It is no value');
  let text = '';
  for (const { start, encode } of fields) {
    text += text === '' ? start + encode(value) : `,${start}${encode(value)}`;
  }
  return `{${text}}`;
}

function leafEncoder(type: GraphQLLeafType): Encode {
  return (value) => {
    if (value instanceof Promise || value instanceof Error)
      throw new NotEncodable('It is no value');
    const shown: unknown = type.coerceOutputValue(value);
    const text = shown == null ? undefined : JSON.stringify(shown);
    if (text === undefined) throw new NotEncodable(`"${type}" cannot show a value`);
    return text;
  };
}
