import type { StructType, Type } from '../googlesql/types.ts';
import type { Value } from '../googlesql/value.ts';

/** A value as `JSON.stringify` takes it. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The JSON name of a struct field; BigQuery names the anonymous ones by their position, from 1. */
export function jsonFieldName(type: StructType, index: number): string {
  return type.fields[index]?.name || `_field_${index + 1}`;
}

/**
 * Makes the function that turns a type's values into JSON values, in the formats of the REST path.
 *
 * An integer beyond 2^53 becomes a string, since a JSON value in memory cannot hold it; the REST encoder, which
 * writes text, keeps all its digits as a number.
 */
export function jsonEncoder(type: Type): (value: Value) => JsonValue {
  if (type.kind === 'ARRAY') return arrayEncoder(jsonEncoder(type.element));
  if (type.kind === 'STRUCT') return structEncoder(type);
  return (value) => (value === null ? null : encodeScalar(type.kind, value));
}

function encodeScalar(kind: string, value: Value): JsonValue {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (kind === 'JSON' && typeof value === 'string') return JSON.parse(value);
  return value as JsonValue;
}

function arrayEncoder(element: (value: Value) => JsonValue): (value: Value) => JsonValue {
  return (value) => (Array.isArray(value) ? (value as readonly Value[]).map(element) : null);
}

function structEncoder(type: StructType): (value: Value) => JsonValue {
  const fields = type.fields.map((field, index) => ({
    name: jsonFieldName(type, index),
    encode: jsonEncoder(field.type),
  }));
  return (value) => {
    if (!Array.isArray(value)) return null;
    const encoded: Record<string, JsonValue> = {};
    for (const [index, { name, encode }] of fields.entries()) {
      // `defineProperty`, since a field named `__proto__` must stay a field.
      const json = encode((value as readonly Value[])[index] ?? null);
      if (name === '__proto__')
        Object.defineProperty(encoded, name, { value: json, enumerable: true });
      else encoded[name] = json;
    }
    return encoded;
  };
}
