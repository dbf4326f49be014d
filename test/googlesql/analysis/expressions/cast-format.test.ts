import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

test.each([
  [
    "SELECT CAST('1' AS INT64 FORMAT '9')",
    'FORMAT is not allowed for cast from STRING to INT64 [at 1:33]',
  ],
  [
    "SELECT SAFE_CAST(b'a' AS BYTES FORMAT 'HEX')",
    'FORMAT is not allowed for cast from BYTES to BYTES [at 1:39]',
  ],
  [
    "SELECT CAST(b'a' AS INT64 FORMAT 'HEX')",
    'FORMAT is not allowed for cast from BYTES to INT64 [at 1:34]',
  ],
  [
    "SELECT CAST('a' AS STRING FORMAT 'UTF8')",
    'FORMAT is not allowed for cast from STRING to STRING [at 1:34]',
  ],
  [
    "SELECT CAST(DATE '2020-01-01' AS STRING FORMAT 5)",
    'FORMAT expression should return type STRING, but returns INT64 [at 1:48]',
  ],
  ["SELECT CAST(b'a' AS STRING FORMAT 'BASE3')", "Invalid format 'BASE3' [at 1:8]"],
  [
    "SELECT CAST('1' AS DATE FORMAT UPPER('yyyy-mm'))",
    'The format of CAST must be a STRING literal or query parameter [at 1:32]',
  ],
  [
    "SELECT CAST(x AS DATE FORMAT x) FROM UNNEST(['YYYY']) AS x",
    'The format of CAST must be a STRING literal or query parameter [at 1:30]',
  ],
  [
    "SELECT CAST('x' AS DATE FORMAT 'YYYY-MM-DD-DD')",
    "Format element 'DD' appears more than once in the format string [at 1:8]",
  ],
  [
    "SELECT CAST('x' AS DATE FORMAT 'YYYY-MM HH24')",
    "Format element in category HOUR ('HH24') is not allowed for output type DATE [at 1:8]",
  ],
  [
    "SELECT CAST('x' AS DATE FORMAT 'DD')",
    'CAST with this format needs the current day, which is not known here [at 1:8]',
  ],
  [
    "SELECT CAST('x' AS DATE FORMAT 'YYYY-MM' AT TIME ZONE 'UTC')",
    'AT TIME ZONE is not allowed for cast from STRING to DATE [at 1:55]',
  ],
])('%s is refused for what its format lacks', (sql, error) => {
  expect(outcome(sql)).toBe(error);
});

test('SAFE_CAST does not hide that a format is longer than we take', () => {
  expect(outcome(`SELECT SAFE_CAST('x' AS DATE FORMAT 'YYYY-MM${' '.repeat(1000)}')`)).toContain(
    'The format string is longer than 1000 characters',
  );
});
