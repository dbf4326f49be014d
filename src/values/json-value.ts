import type { StructField, Type, Value } from '#googlesql';

/** A value as `JSON.parse` returns it. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** A field's place in a struct and its name in JSON. */
export interface JsonField {
  readonly name: string;
  readonly position: number;
  readonly type: Type;
}

/**
 * The members of a struct's JSON object. Fields without a name are `_field_1` and so on by position, as in BigQuery; of
 * fields with the same name the last is kept, as JSON readers do.
 */
export function jsonFields(fields: readonly StructField[]): readonly JsonField[] {
  const byName = new Map<string, JsonField>();
  for (const [position, { name, type }] of fields.entries()) {
    const key = name || `_field_${position + 1}`;
    byName.set(key, { name: key, position, type });
  }
  return [...byName.values()];
}

/**
 * Compiles a type to a function from its values to plain JSON values, in the formats of the REST path.
 *
 * INT64 and TIMESTAMP values outside the safe integers become decimal strings, as do such integers in JSON values.
 */
export function toJsonValue(type: Type): (value: Value) => JsonValue {
  const convert = converter(type);
  // BigQuery returns NULL arrays as empty arrays.
  const absent: JsonValue = type.kind === 'ARRAY' ? [] : null;
  return (value) => (value === null ? absent : convert(value));
}

type JsonConverter = (value: Exclude<Value, null>) => JsonValue;

const asIs: JsonConverter = (value) => value as JsonValue;

const SCALARS: Readonly<Record<string, JsonConverter>> = {
  INT64: exactInteger,
  TIMESTAMP: exactInteger,
  FLOAT64: (value) => (Number.isFinite(value) ? (value as number) : null),
  JSON: (value) => parseExact(value as string),
};

/** A run of digits that may be an integer outside the safe ones. */
const LONG_NUMBER = /\d{16}/;

function parseExact(text: string): JsonValue {
  // A reviver makes parsing several times as slow.
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  // Its third argument, the text that was read, is unknown to the types of ES2024.
  return JSON.parse(text, exactNumber as (key: string, value: JsonValue) => JsonValue);
}

/** Like `exactInteger`, but the digits are those of the text. */
function exactNumber(_: string, value: JsonValue, { source }: { source?: string }): JsonValue {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

function exactInteger(value: Exclude<Value, null>): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function converter(type: Type): JsonConverter {
  if (type.kind === 'ARRAY') return arrayConverter(toJsonValue(type.element));
  return type.kind === 'STRUCT' ? structConverter(type.fields) : (SCALARS[type.kind] ?? asIs);
}

function arrayConverter(element: (value: Value) => JsonValue): JsonConverter {
  return (value) => (value as readonly Value[]).map(element);
}

function structConverter(fields: readonly StructField[]): JsonConverter {
  const members = jsonFields(fields).map(
    ({ name, position, type }) => [name, position, toJsonValue(type)] as const,
  );
  // `Object.fromEntries` instead of assignment: a field may be called `__proto__`.
  return (value) =>
    Object.fromEntries(
      members.map(([name, position, convert]) => [
        name,
        convert((value as readonly Value[])[position] ?? null),
      ]),
    );
}
