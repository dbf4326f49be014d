import type { BoundParameter } from '../../../src/engines/engine.ts';
import {
  arrayOf,
  SCALARS,
  type ScalarKind,
  structOf,
  type Type,
} from '../../../src/googlesql/types.ts';
import { integerValue, type Value } from '../../../src/googlesql/value.ts';
import { ApiError, invalid } from './api-error.ts';

/** A parameter as the REST API takes it. */
export interface WireParameter {
  readonly name?: string;
  readonly parameterType: WireParameterType;
  readonly parameterValue?: WireParameterValue;
}

interface WireParameterType {
  readonly type: string;
  readonly arrayType?: WireParameterType;
  readonly structTypes?: readonly { readonly name?: string; readonly type: WireParameterType }[];
}

interface WireParameterValue {
  readonly value?: unknown;
  readonly arrayValues?: readonly WireParameterValue[];
  readonly structValues?: Readonly<Record<string, WireParameterValue>>;
}

/** Named parameters by lower-case name. */
export function readParameters(
  parameters: readonly WireParameter[] = [],
): ReadonlyMap<string, BoundParameter> {
  const read = new Map<string, BoundParameter>();
  for (const { name, parameterType, parameterValue } of parameters) {
    if (!name) throw invalid('Invalid query parameter: only named parameters are supported');
    const key = name.toLowerCase();
    if (read.has(key)) throw invalid(`Duplicate query parameter name: ${name}`);
    const type = readType(parameterType);
    read.set(key, { type, value: readValue(name, type, parameterValue ?? {}) });
  }
  return read;
}

const ALIASES: Readonly<Record<string, ScalarKind>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
};

function readType(type: WireParameterType | undefined): Type {
  if (!type?.type) throw invalid('Missing query parameter type');
  if (type.type === 'ARRAY') return arrayOf(readType(type.arrayType));
  if (type.type === 'STRUCT') {
    return structOf(
      (type.structTypes ?? []).map((field) => ({
        name: field.name ?? '',
        type: readType(field.type),
      })),
    );
  }
  const kind = ALIASES[type.type] ?? type.type;
  const scalar = SCALARS[kind as ScalarKind] as Type | undefined;
  if (!scalar) throw invalid(`Invalid value for type: ${type.type} is not a valid value`);
  return scalar;
}

/** A value that is absent is NULL, whatever was meant; a NULL array is an empty one. */
function readValue(name: string, type: Type, given: WireParameterValue): Value {
  if (type.kind === 'ARRAY') {
    return (given.arrayValues ?? []).map((item) => readValue(name, type.element, item));
  }
  if (type.kind === 'STRUCT') {
    const values = given.structValues;
    if (!values) return null;
    return type.fields.map((field) => readValue(name, field.type, values[field.name] ?? {}));
  }
  if (given.value === undefined || given.value === null) return null;
  if (typeof given.value === 'object') return refuse(name, type, JSON.stringify(given.value));
  // Other clients send numbers and booleans as JSON has them.
  const text = String(given.value);
  const value = READERS[type.kind](text);
  return value === undefined ? refuse(name, type, text) : value;
}

function refuse(name: string, type: Type, text: string): never {
  const what = `Invalid value for query parameter '${name}'`;
  throw new ApiError(400, 'invalidQuery', `${what}: could not parse '${text}' as ${type.kind}`);
}

/** Reads the text of a value; undefined is what the type does not allow. */
type Reader = (text: string) => Exclude<Value, null> | undefined;

const matching =
  (pattern: RegExp): Reader =>
  (text) =>
    pattern.test(text) ? text : undefined;

const INT64 = { least: -(2n ** 63n), greatest: 2n ** 63n - 1n };

/** No endpoint has a parameter that is a range. */
const noRange: Reader = () => undefined;

const READERS: Readonly<Record<ScalarKind, Reader>> = {
  BOOL: (text) => ({ true: true, false: false })[text.toLowerCase()],
  INT64: (text) => {
    if (!/^[-+]?\d+$/.test(text)) return undefined;
    const value = BigInt(text.replace(/^\+/, ''));
    return value < INT64.least || value > INT64.greatest ? undefined : integerValue(value);
  },
  FLOAT64: readFloat,
  NUMERIC: matching(/^-?\d{1,29}(\.\d{1,9})?$/),
  BIGNUMERIC: matching(/^-?\d{1,39}(\.\d{1,38})?$/),
  STRING: (text) => text,
  BYTES: matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  DATE: matching(/^\d{4}-\d{2}-\d{2}$/),
  DATETIME: (text) =>
    matching(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(\.\d{1,6})?$/)(text.replace(' ', 'T')),
  TIME: matching(/^\d{2}:\d{2}:\d{2}(\.\d{1,6})?$/),
  TIMESTAMP: readTimestamp,
  INTERVAL: matching(/^-?\d+-\d+ -?\d+ -?\d+:\d+:\d+(\.\d+)?$/),
  JSON: readJson,
  'RANGE<DATE>': noRange,
  'RANGE<DATETIME>': noRange,
  'RANGE<TIMESTAMP>': noRange,
};

function readFloat(text: string): number | undefined {
  const special = /^([-+]?)(nan|inf|infinity)$/i.exec(text);
  if (special?.[2]?.toLowerCase() === 'nan') return Number.NaN;
  if (special) return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

function readJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

const TIMESTAMP =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,6})0{0,6})?)?(?: ?(Z|UTC|[-+]\d{1,2}(?::?\d{2})?))?$/i;

/** Microseconds since the epoch of a canonical timestamp; no zone is UTC. */
function readTimestamp(text: string): number | bigint | undefined {
  const parts = TIMESTAMP.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = parts;
  const date = new Date(0);
  // The setters take years below 100 as they are, which Date.UTC does not.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  const isReal =
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day) &&
    date.getUTCHours() === Number(hour) &&
    date.getUTCSeconds() === Number(second);
  if (!isReal) return undefined;
  const micros = BigInt(date.getTime()) * 1_000n + BigInt(fraction.padEnd(6, '0'));
  return integerValue(micros - offsetMicros(zone));
}

function offsetMicros(zone = 'Z'): bigint {
  const parts = /^([-+])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!parts) return 0n;
  const minutes = BigInt(parts[2] ?? 0) * 60n + BigInt(parts[3] ?? 0);
  return minutes * 60_000_000n * (parts[1] === '-' ? -1n : 1n);
}
