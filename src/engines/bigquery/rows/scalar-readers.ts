import { integerValue, parseRange, type ScalarKind, timestampText, type Value } from '#googlesql';
import { badAnswer } from '../client/bigquery-error.ts';

/** Parsers from wire text to canonical value, for values that are not NULL; malformed text is an error. */
export const READERS: Readonly<Record<ScalarKind, (value: unknown) => Value>> = {
  BOOL: readBool,
  INT64: readInteger,
  FLOAT64: readFloat,
  NUMERIC: readDecimal,
  BIGNUMERIC: readDecimal,
  STRING: readText,
  BYTES: readText,
  DATE: readText,
  DATETIME: readCivil,
  TIME: readCivil,
  TIMESTAMP: readInteger,
  INTERVAL: readCivil,
  JSON: readText,
  'RANGE<DATE>': (value) => readRange(value, readText),
  'RANGE<DATETIME>': (value) => readRange(value, readCivil),
  'RANGE<TIMESTAMP>': (value) =>
    readRange(value, (bound) => timestampText(BigInt(readInteger(bound)))),
};

const INTEGER = /^-?\d{1,19}$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;
/** Any integer text of this length is a safe integer. */
const SAFE_LENGTH = 15;

function readText(value: unknown): string {
  return typeof value === 'string' ? value : fail(value);
}

function readBool(value: unknown): boolean {
  if (value === 'true') return true;
  return value === 'false' ? false : fail(value);
}

/** Also for TIMESTAMP, which is requested in microseconds. */
function readInteger(value: unknown): number | bigint {
  if (typeof value !== 'string' || !INTEGER.test(value)) return fail(value);
  return value.length <= SAFE_LENGTH ? Number(value) : integerValue(BigInt(value));
}

const SPECIAL: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
  inf: Number.POSITIVE_INFINITY,
  '+inf': Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
};

const FLOAT = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

function readFloat(value: unknown): number {
  if (typeof value !== 'string') return fail(value);
  if (FLOAT.test(value)) return Number(value);
  return Object.hasOwn(SPECIAL, value) ? (SPECIAL[value] as number) : fail(value);
}

function readDecimal(value: unknown): string {
  if (typeof value !== 'string' || !DECIMAL.test(value)) return fail(value);
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

/** Fractions of a second have exactly six digits in canonical values, and any number on the wire. */
function readCivil(value: unknown): string {
  const text = readText(value);
  const dot = text.indexOf('.');
  if (dot < 0) return text;
  const digits = text.slice(dot + 1).replace(/0+$/, '');
  return digits === '' ? text.slice(0, dot) : text.slice(0, dot + 1) + digits.padEnd(6, '0');
}

function readRange(value: unknown, bound: (text: string) => string): string {
  return parseRange(readText(value), bound) ?? fail(value);
}

function fail(value: unknown): never {
  throw badAnswer(`A value cannot be read: it is a ${typeof value} of another form`);
}
