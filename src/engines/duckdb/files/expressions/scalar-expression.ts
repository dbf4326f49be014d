import {
  type Digits,
  decimalType,
  digitsWith,
  duckdbType,
  type ScalarKind,
  type ScalarType,
} from '#googlesql/runtime';
import type { StoredScalar, StoredType } from '../stored-type.ts';
import { checked, expectedForm, fault, problemUnlessNull } from './scalar-forms.ts';

/** The names of DuckDB's types that a type of GoogleSQL is stored as. */
const STORED_AS: Partial<Record<ScalarKind, string>> = {
  BOOL: 'BOOLEAN',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  BIGNUMERIC: 'BIGNUM',
  STRING: 'VARCHAR',
  BYTES: 'BLOB',
  DATE: 'DATE',
  DATETIME: 'TIMESTAMP',
  TIME: 'TIME',
  TIMESTAMP: 'TIMESTAMP WITH TIME ZONE',
  INTERVAL: 'INTERVAL',
  JSON: 'JSON',
};

/** Whether a stored value is one of a type as it is. */
export function isStoredAs(stored: StoredScalar, { kind }: ScalarType): boolean {
  return kind === 'NUMERIC' ? isDecimal(stored, NUMERIC_DIGITS) : STORED_AS[kind] === stored.name;
}

/** A stored DECIMAL as one of other digits, of which there are enough; the value itself if its digits are these. */
export function storedDecimal(value: string, stored: StoredType, digits: Digits): string {
  return stored.kind === 'scalar' && isDecimal(stored, digits) ? value : asDecimal(value, digits);
}

/** A value as a DECIMAL of so many digits. */
export function asDecimal(value: string, digits: Digits): string {
  return `CAST(${value} AS ${decimalType(digits)})`;
}

function isDecimal({ digits }: StoredScalar, [width, scale]: Digits): boolean {
  return digits?.[0] === width && digits[1] === scale;
}

const NUMERIC_DIGITS: Digits = [38, 9];

/** The digits of a stored DECIMAL of which every value is a NUMERIC, and that has fewer digits than that. */
export function fewDigits({ digits }: StoredScalar): Digits | undefined {
  return digits && digitsWith(digits[0] - digits[1], digits[1]);
}

/** How a value of a type is stored as it is. */
export function storedScalar(kind: ScalarKind): StoredScalar {
  if (kind === 'NUMERIC') return { kind: 'scalar', name: 'DECIMAL', digits: NUMERIC_DIGITS };
  return { kind: 'scalar', name: STORED_AS[kind] ?? '' };
}

const SMALL_INTEGERS = ['TINYINT', 'SMALLINT', 'INTEGER', 'UTINYINT', 'USMALLINT', 'UINTEGER'];
const INTEGERS = [...SMALL_INTEGERS, 'BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT'];
const FLOATS = ['FLOAT', 'DOUBLE'];

type Convert = (value: string) => string;

const tryCast =
  (type: string): Convert =>
  (value) =>
    `TRY_CAST(${value} AS ${type})`;
const cast =
  (type: string): Convert =>
  (value) =>
    `CAST(${value} AS ${type})`;
const call =
  (macro: string): Convert =>
  (value) =>
    `${macro}(${value})`;

/** The same conversion of several stored types. */
function each(names: readonly string[], convert: Convert): readonly (readonly [string, Convert])[] {
  return names.map((name) => [name, convert]);
}

/** Conversions that no value fails. */
const SAFE: Partial<Record<ScalarKind, ReadonlyMap<string, Convert>>> = {
  INT64: new Map(each(SMALL_INTEGERS, cast('BIGINT'))),
  FLOAT64: new Map([
    ...each([...INTEGERS, 'FLOAT'], cast('DOUBLE')),
    ['DECIMAL', call('file_decimal_float64')],
  ]),
  NUMERIC: new Map(each([...SMALL_INTEGERS, 'BIGINT', 'UBIGINT'], cast('DECIMAL(38, 9)'))),
  BIGNUMERIC: new Map([
    ...each(INTEGERS, call('gsql_int64_bignumeric')),
    ['DECIMAL', call('file_decimal_bignumeric')],
  ]),
  STRING: new Map(each([...INTEGERS, 'UUID', 'JSON'], cast('VARCHAR'))),
  DATETIME: new Map([
    ...each(['TIMESTAMP_S', 'TIMESTAMP_MS'], cast('TIMESTAMP')),
    ['TIMESTAMP_NS', call('file_nanoseconds_datetime')],
  ]),
  // Parquet stores times that are adjusted to UTC without their zone, and most writers say that all are.
  TIME: new Map([['TIME WITH TIME ZONE', cast('TIME')]]),
};

/** Conversions that are NULL for values that are none of the type. */
const CHECKED: Partial<Record<ScalarKind, ReadonlyMap<string, Convert>>> = {
  INT64: new Map([
    ...each(['UBIGINT', 'HUGEINT', 'UHUGEINT'], tryCast('BIGINT')),
    ...each(FLOATS, call('file_float_int64')),
    ['DECIMAL', call('file_decimal_int64')],
  ]),
  NUMERIC: new Map([
    ...each(['HUGEINT', 'UHUGEINT'], tryCast('DECIMAL(38, 9)')),
    ...each(FLOATS, call('file_float_numeric')),
  ]),
  STRING: new Map([['BLOB', (value) => `TRY(decode(${value}))`]]),
};

/** A DECIMAL as a NUMERIC, NULL where that has fewer digits. DuckDB's cast rounds those behind the point. */
function decimalNumeric(value: string, [width, scale]: Digits): string {
  const numeric = `TRY_CAST(${value} AS DECIMAL(38, 9))`;
  if (scale <= NUMERIC_DIGITS[1]) return numeric;
  return `CASE WHEN TRY_CAST(${numeric} AS ${decimalType([width, scale])}) = ${value} THEN ${numeric} END`;
}

/** DuckDB text that reads a value of a type from a column of another that is no text, or fails. */
export function scalarExpression(
  value: string,
  stored: StoredScalar,
  type: ScalarType,
  path: string,
): string {
  const { name, digits } = stored;
  if (type.kind === 'NUMERIC' && digits) {
    if (fewDigits(stored)) return `CAST(${value} AS DECIMAL(38, 9))`;
    const failure = fault(path, expectedForm(type), value);
    return checked(value, decimalNumeric(value, digits), failure);
  }
  const safe = SAFE[type.kind]?.get(name);
  if (safe) return safe(value);
  const convert = CHECKED[type.kind]?.get(name);
  const problem = expectedForm(type);
  if (convert) return checked(value, convert(value), fault(path, problem, value));
  return problemUnlessNull(value, path, mismatch(name, type), type);
}

function mismatch(name: string, type: ScalarType): string {
  if (type.kind === 'TIMESTAMP' && name.startsWith('TIMESTAMP')) {
    return 'is a time without a zone in the file: its type is DATETIME, not TIMESTAMP';
  }
  return `is ${name} in the file, and ${expectedForm(type)}`;
}

/** A typed NULL, or the empty array. */
export function absentValue(type: Parameters<typeof duckdbType>[0]): string {
  return `CAST(${type.kind === 'ARRAY' ? '[]' : 'NULL'} AS ${duckdbType(type)})`;
}
