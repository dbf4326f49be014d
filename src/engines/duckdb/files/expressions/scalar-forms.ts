import { duckdbType, quoteText, type ScalarKind, type Type } from '#googlesql/runtime';

/** What a value of a type must be, as problems of data say it. */
const EXPECTED: Readonly<Record<ScalarKind, string>> = {
  BOOL: 'must be true or false',
  INT64: 'must be a 64-bit integer, without an exponent',
  FLOAT64: 'must be a number',
  NUMERIC: 'must be a number with at most 29 digits before the point and 9 behind it',
  BIGNUMERIC: 'must be a number with at most 38 digits before the point and 38 behind it',
  STRING: 'must be a string',
  BYTES: 'must be bytes in base64',
  DATE: 'must be a date: 2026-07-01',
  DATETIME: 'must be a date and time without a zone: 2026-07-01T10:00:00.123456',
  TIME: 'must be a time of day: 10:00:00.123456',
  TIMESTAMP:
    'must be a time with its zone: 2026-07-01T10:00:00.123456Z or 2026-07-01 10:00:00.123456 UTC; numbers of seconds are INT64',
  INTERVAL: 'has a type that cannot be read',
  JSON: 'must be JSON, whose numbers a double holds as they are written',
  'RANGE<DATE>': 'has a type that cannot be read',
  'RANGE<DATETIME>': 'has a type that cannot be read',
  'RANGE<TIMESTAMP>': 'has a type that cannot be read',
};

/** What a value of a type must be; a type that cannot be read from files has no right value. */
export function expectedForm(type: Type): string {
  if (type.kind === 'ARRAY') return 'must be an array';
  return type.kind === 'STRUCT' ? 'must be an object' : EXPECTED[type.kind];
}

/** DuckDB text that fails with a problem of a value unless that is NULL. */
export function problemUnlessNull(
  value: string,
  place: string,
  problem: string,
  type: Type,
): string {
  return `CAST(CASE WHEN ${value} IS NOT NULL THEN ${fault(place, problem, value)} END AS ${duckdbType(type)})`;
}

/** DuckDB text that fails with a problem of a value; `problem` is plain text. */
export function fault(place: string, problem: string, value = 'NULL'): string {
  return faultOf(place, quoteText(problem), value);
}

/** As `fault`, with a problem that is DuckDB text. */
export function faultOf(place: string, problem: string, value: string): string {
  return `file_error(${quoteText(place)}, ${problem}, ${value})`;
}

/** A value that `parsed` reads, which is NULL where it has no such form: then DuckDB text that fails. */
export function checked(value: string, parsed: string, failure: string): string {
  return `CASE WHEN ${value} IS NOT NULL THEN coalesce(${parsed}, ${failure}) END`;
}
