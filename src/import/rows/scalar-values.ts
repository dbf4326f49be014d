import {
  numericText,
  parseDate,
  parseDatetime,
  parseDecimal,
  parseTime,
  type ScalarKind,
} from '#googlesql';
import { WrittenNumber } from './exact-json.ts';
import { integerOf } from './moments.ts';

/** A value in a row that is staged; DuckDB reads it as JSON. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** Converts a value that is not null; undefined if it has the wrong form. */
export type DecodeScalar = (value: unknown) => Json | undefined;

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** BigQuery's export format for numbers that JSON cannot represent. */
const FLOAT_WORDS = new Set(['NaN', 'Infinity', '-Infinity']);

/** BigQuery's limit for the depth of JSON. */
const MAX_DEPTH = 500;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Converters for the types of columns; other types cannot be imported. A TIMESTAMP has bounds, which are not here. */
export const SCALAR_DECODERS: Partial<Record<ScalarKind, DecodeScalar>> = {
  STRING: decodeText,
  BOOL: (value) => (typeof value === 'boolean' ? value : undefined),
  INT64: decodeInteger,
  FLOAT64: decodeFloat,
  NUMERIC: decodeNumeric,
  DATE: textDecoder(parseDate),
  DATETIME: textDecoder(parseDatetime),
  TIME: textDecoder(parseTime),
  BYTES: decodeBase64,
  JSON: (value) => decodeJson(value),
};

/** What a column of the type takes, for messages. */
export const EXPECTED: Partial<Record<ScalarKind, string>> = {
  STRING: 'a string of valid Unicode, or an integer',
  BOOL: 'true or false',
  INT64: 'a 64-bit integer',
  FLOAT64: 'a number',
  NUMERIC: 'a number of up to 29 digits before the point',
  DATE: 'a date (2026-07-01)',
  DATETIME: 'a date and time without a zone (2026-07-01T10:00:00.123456)',
  TIME: 'a time of day (10:00:00.123456)',
  BYTES: 'bytes in base64',
  JSON: 'JSON of at most 500 levels, with strings of valid Unicode and finite numbers',
  TIMESTAMP:
    'a time (ISO 8601, 2026-07-01 10:00:00.123456 UTC, or a number of seconds to nanoseconds)',
};

/** A text, or the digits of an integer. */
function decodeText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? value : undefined;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber ? integerOf(value)?.toString() : undefined;
}

/** An integer with a fraction of zeros, as programs write columns of integers that have gaps. */
const WHOLE = /^([+-]?\d{1,19})\.0*$/;

/** As text, because many readers parse JSON numbers as doubles. */
function decodeInteger(value: unknown): string | undefined {
  const text = value instanceof WrittenNumber ? value.text : value;
  const integer = integerOf(typeof text === 'string' ? text.replace(WHOLE, '$1') : text);
  return integer !== undefined && integer >= MIN_INT64 && integer <= MAX_INT64
    ? integer.toString()
    : undefined;
}

function decodeFloat(value: unknown): Json | undefined {
  if (value instanceof WrittenNumber) return decodeFloat(value.toJSON());
  if (typeof value === 'bigint') return Number(value);
  // JSON.stringify prints 0 for it.
  if (Object.is(value, -0)) return '-0.0';
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && FLOAT_WORDS.has(value) ? value : undefined;
}

function decodeNumeric(value: unknown): string | undefined {
  if (value instanceof WrittenNumber) return decodeNumeric(value.text);
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (!isNumber && typeof value !== 'string') return undefined;
  const decimal = parseDecimal(String(value));
  return decimal === undefined ? undefined : numericText(decimal);
}

function textDecoder(parse: (text: string) => string | undefined): DecodeScalar {
  return (value) => (typeof value === 'string' ? parse(value) : undefined);
}

function decodeBase64(value: unknown): string | undefined {
  if (typeof value !== 'string' || !BASE64.test(value)) return undefined;
  return Buffer.from(value, 'base64').toString('hex').toUpperCase().replace(/../g, '\\x$&');
}

/** TypeScript's library does not know this part of ECMAScript yet. */
const { rawJSON } = JSON as typeof JSON & { readonly rawJSON: (text: string) => Json };

function decodeJson(value: unknown, depth = 0): Json | undefined {
  if (typeof value !== 'object' || value === null) return decodeJsonScalar(value);
  if (value instanceof WrittenNumber) return decodeJsonScalar(value.toJSON());
  if (depth === MAX_DEPTH) return undefined;
  const decoded = allOf(Object.values(value).map((part) => decodeJson(part, depth + 1)));
  if (!decoded || Array.isArray(value)) return decoded;
  const names = Object.keys(value);
  if (!names.every((name) => name.isWellFormed())) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, decoded[i] ?? null]));
}

/** Integers that a double cannot represent stay as they are. */
function decodeJsonScalar(value: unknown): Json | undefined {
  if (typeof value === 'bigint') return rawJSON(value.toString());
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return value.isWellFormed() ? value : undefined;
  return value as Json; // Parsed from JSON.
}

function allOf(values: readonly (Json | undefined)[]): readonly Json[] | undefined {
  return values.includes(undefined) ? undefined : (values as readonly Json[]); // Checked before.
}
