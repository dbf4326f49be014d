import { formatIsoTimestamp, parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import type { ScalarKind, StructType, Table, TableColumn, Type } from '../../googlesql/index.ts';
import { BadLine } from './bad-line.ts';

/** A staged value. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Checks a non-null value against a type; throws a `BadLine` that names the field. */
type Decode = (value: unknown) => Json;

/** Checks a parsed line against a table; returns the row to stage, with exact numbers and no array absent. */
export type DecodeRow = (line: unknown) => Json;

/** Compiles a decoder for the rows of a table. */
export function compileRowDecoder(table: Table): DecodeRow {
  const decode = decodeFields(
    table.columns.map(({ name, type }) => ({ name, type })),
    '',
  );
  const required = table.columns.filter(({ mode }) => mode === 'REQUIRED');
  return (line) => {
    if (!isObject(line)) throw new BadLine(`A row must be a JSON object, not ${shown(line)}`);
    refuseMissing(required, line);
    return decode(line);
  };
}

function refuseMissing(required: readonly TableColumn[], line: Record<string, unknown>): void {
  for (const { name } of required) {
    if (line[name] === undefined || line[name] === null) {
      throw new BadLine(`"${name}" is missing`);
    }
  }
}

function compile(type: Type, path: string): Decode {
  if (type.kind === 'ARRAY') return decodeArray(type.element, path);
  if (type.kind === 'STRUCT') return decodeStruct(type, path);
  const scalar = SCALAR_DECODERS[type.kind];
  if (!scalar) throw new Error(`Cannot import column "${path}" of type ${type.kind}`);
  return (value) => {
    const decoded = scalar(value);
    if (decoded !== undefined) return decoded;
    throw new BadLine(`"${path}" must be ${EXPECTED[type.kind]}, not ${shown(value)}`);
  };
}

function decodeArray(element: Type, path: string): Decode {
  const decode = compile(element, path);
  return (value) => {
    if (!Array.isArray(value)) throw new BadLine(`"${path}" must be an array, not ${shown(value)}`);
    return value.map((item: unknown) => {
      if (item === null) throw new BadLine(`"${path}" must not hold null`);
      return decode(item);
    });
  };
}

function decodeStruct(type: StructType, path: string): Decode {
  const decode = decodeFields(type.fields, `${path}.`);
  return (value) => {
    if (!isObject(value)) throw new BadLine(`"${path}" must be an object, not ${shown(value)}`);
    return decode(value);
  };
}

function decodeFields(
  fields: readonly { readonly name: string; readonly type: Type }[],
  prefix: string,
): (value: Record<string, unknown>) => Json {
  const decoders = new Map(fields.map(({ name, type }) => [name, compile(type, prefix + name)]));
  const arrays = fields.filter(({ type }) => type.kind === 'ARRAY').map(({ name }) => name);
  return (value) => {
    const row: Record<string, Json> = {};
    for (const name of arrays) row[name] = [];
    for (const name of Object.keys(value)) {
      const decode = decoders.get(name);
      if (!decode) throw new BadLine(`"${prefix}${name}" is not a field of the table`);
      const given = value[name];
      if (given !== null) row[name] = decode(given);
    }
    return row;
  };
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const DIGITS = /^[+-]?\d{1,19}$/;

/** Converters per type; undefined means that the value has the wrong form. */
const SCALAR_DECODERS: Partial<Record<ScalarKind, (value: unknown) => Json | undefined>> = {
  STRING: (value) => (typeof value === 'string' && value.isWellFormed() ? value : undefined),
  BOOL: (value) => (typeof value === 'boolean' ? value : undefined),
  INT64: decodeInteger,
  FLOAT64: decodeFloat,
  TIMESTAMP: (value) => {
    const micros = decodeMoment(value);
    return micros === undefined ? undefined : formatIsoTimestamp(micros);
  },
};

const EXPECTED: Partial<Record<ScalarKind, string>> = {
  STRING: 'a string of valid Unicode',
  BOOL: 'true or false',
  INT64: 'a 64-bit integer',
  FLOAT64: 'a number',
  TIMESTAMP: 'a time (ISO 8601, integer microseconds, or 2026-07-01 10:00:00.123456 UTC)',
};

/** As text, because many readers parse JSON numbers as doubles. */
function decodeInteger(value: unknown): string | undefined {
  const integer = integerOf(value);
  return integer !== undefined && integer >= MIN_INT64 && integer <= MAX_INT64
    ? integer.toString()
    : undefined;
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && DIGITS.test(value)
    ? BigInt(value.replace('+', ''))
    : undefined;
}

/** BigQuery's export format for numbers that JSON cannot represent. */
const FLOAT_WORDS = new Set(['NaN', 'Infinity', '-Infinity']);

function decodeFloat(value: unknown): Json | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && FLOAT_WORDS.has(value) ? value : undefined;
}

const FIRST_MOMENT = -62_135_596_800_000_000n;
const LAST_MOMENT = 253_402_300_799_999_999n;
const EXPORTED = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\S+?)(?: UTC)?$/;

function decodeMoment(value: unknown): bigint | undefined {
  const micros = integerOf(value);
  if (micros !== undefined) {
    return micros >= FIRST_MOMENT && micros <= LAST_MOMENT ? micros : undefined;
  }
  return typeof value === 'string'
    ? parseIsoTimestamp(value.replace(EXPORTED, '$1T$2'))
    : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MAX_SHOWN = 60;

/** The value for an error message, truncated. */
function shown(value: unknown): string {
  const text = typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
