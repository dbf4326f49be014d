import { expect, test } from 'vitest';
import { outcome } from '../outcome.ts';

const BETWEEN = 'CAST with FORMAT is only supported between STRING and dates, times or BYTES';

test.each([
  ["SELECT CAST('1' AS INT64 FORMAT '9')", `${BETWEEN} [at 1:8]`],
  ["SELECT CAST(b'a' AS BYTES FORMAT 'HEX')", `${BETWEEN} [at 1:8]`],
  ["SELECT CAST(b'a' AS INT64 FORMAT 'HEX')", `${BETWEEN} [at 1:8]`],
  ["SELECT CAST('a' AS STRING FORMAT 'UTF8')", `${BETWEEN} [at 1:8]`],
  [
    "SELECT CAST(b'a' AS STRING FORMAT 'BASE2')",
    'CAST with FORMAT of BYTES takes HEX, BASE16, BASE64, UTF8, UTF-8 [at 1:8]',
  ],
  [
    "SELECT CAST('1' AS DATE FORMAT CONCAT('YYYY', '-MM'))",
    'The format of CAST must be a STRING literal or query parameter [at 1:32]',
  ],
  [
    "SELECT CAST('05-06' AS DATE FORMAT 'MM-DD')",
    'CAST with FORMAT to dates needs YYYY and MM: others depend on the day [at 1:8]',
  ],
  ["SELECT CAST('x' AS DATE FORMAT 'YYYY-MM-DD-DD')", 'A format element is there twice [at 1:8]'],
  ["SELECT CAST('x' AS DATE FORMAT 'YYYY MON')", 'CAST does not read "MON" [at 1:8]'],
  [
    "SELECT CAST('x' AS DATE FORMAT 'YYYY-MM HH24')",
    'Format element "HH24" is not supported for DATE [at 1:8]',
  ],
  [
    "SELECT CAST('x' AS DATE FORMAT 'YYYY-MM' AT TIME ZONE 'UTC')",
    'AT TIME ZONE is not supported for DATE [at 1:55]',
  ],
])('%s is refused for what its format lacks', (sql, error) => {
  expect(outcome(sql)).toBe(error);
});
