import { duckdbType, type ScalarKind, type ScalarType } from '#googlesql';
import type { StoredScalar } from '../stored-type.ts';
import { checked, expectedForm, fault, problemUnlessNull } from './scalar-forms.ts';

/** The names of DuckDB's types that a type of GoogleSQL is stored as. */
const STORED_AS: Partial<Record<ScalarKind, string>> = {
  BOOL: 'BOOLEAN',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
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
export function isStoredAs({ name, digits }: StoredScalar, { kind }: ScalarType): boolean {
  if (kind === 'NUMERIC') return digits?.[0] === 38 && digits[1] === 9;
  return STORED_AS[kind] === name;
}

/** How a value of a type is stored as it is. */
export function storedScalar(kind: ScalarKind): StoredScalar {
  if (kind === 'NUMERIC') return { kind: 'scalar', name: 'DECIMAL', digits: [38, 9] };
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
    ['DECIMAL', (value) => `file_text_numeric(CAST(${value} AS VARCHAR))`],
  ]),
  STRING: new Map([['BLOB', (value) => `TRY(decode(${value}))`]]),
};

/** DuckDB text that reads a value of a type from a column of another that is no text, or fails. */
export function scalarExpression(
  value: string,
  { name }: StoredScalar,
  type: ScalarType,
  path: string,
): string {
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
