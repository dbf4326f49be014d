import type { OutputColumn, Row, StructField, Type, Value } from '#googlesql';
import { jsonFields } from './json-value.ts';

type Present = Exclude<Value, null>;
type Encode = (value: Value) => string;

/** Compiles an encoder of rows to JSON objects by column name. */
export function jsonRow(columns: readonly OutputColumn[]): (row: Row) => string {
  return jsonText({ kind: 'STRUCT', fields: columns });
}

/** Compiles an encoder of a type's values to JSON text, in the formats of the REST path. */
export function jsonText(type: Type): Encode {
  const encode = present(type);
  const absent = type.kind === 'ARRAY' ? '[]' : 'null';
  return (value) => (value === null || value === undefined ? absent : encode(value));
}

const digits = (value: Present) => `${value}`;
const quoted = (value: Present) => `"${value}"`;
const verbatim = (value: Present) => value as string;

/** Encoders by type. Types whose text never contains characters to escape are quoted without escaping. */
const SCALARS: Readonly<Record<string, (value: Present) => string>> = {
  BOOL: digits,
  INT64: digits,
  TIMESTAMP: digits,
  FLOAT64: (value) => (Number.isFinite(value) ? `${value}` : 'null'),
  STRING: (value) => JSON.stringify(value),
  NUMERIC: quoted,
  BIGNUMERIC: quoted,
  BYTES: quoted,
  DATE: quoted,
  DATETIME: quoted,
  TIME: quoted,
  INTERVAL: quoted,
  'RANGE<DATE>': quoted,
  'RANGE<DATETIME>': quoted,
  'RANGE<TIMESTAMP>': quoted,
  JSON: verbatim,
};

function present(type: Type): (value: Present) => string {
  if (type.kind === 'ARRAY') return arrayEncoder(type.element);
  if (type.kind === 'STRUCT') return structEncoder(type.fields);
  const encode = SCALARS[type.kind];
  if (!encode) throw new Error(`There is no JSON for the type ${type.kind}`);
  return encode;
}

function arrayEncoder(element: Type): (value: Present) => string {
  const encode = jsonText(element);
  return (value) => {
    let text = '[';
    for (const member of value as readonly Value[]) {
      if (text.length > 1) text += ',';
      text += encode(member);
    }
    return `${text}]`;
  };
}

function structEncoder(fields: readonly StructField[]): (value: Present) => string {
  const members = jsonFields(fields).map(({ name, position, type }, i) => ({
    start: `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    position,
    encode: jsonText(type),
  }));
  if (members.length === 0) return () => '{}';
  return (value) => {
    let text = '';
    for (const { start, position, encode } of members) {
      text += start + encode((value as readonly Value[])[position] ?? null);
    }
    return `${text}}`;
  };
}
