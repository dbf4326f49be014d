import { expect, test } from 'vitest';
import { openDatabase } from '../../../duckdb/compile.ts';
import { evaluate } from '../../evaluate.ts';

test.each([
  ["DATE_BUCKET(DATE '1949-12-29', INTERVAL 2 DAY)", '1949-12-28'],
  ["DATE_BUCKET(DATE '2000-12-20', INTERVAL 7 DAY, DATE '2000-12-24')", '2000-12-17'],
  ["DATE_BUCKET(DATE '2000-04-14', INTERVAL 3 MONTH, DATE '2000-01-15')", '2000-01-15'],
  ["DATE_BUCKET(DATE '2000-04-15', INTERVAL 3 MONTH, DATE '2000-01-15')", '2000-04-15'],
  ["DATETIME_BUCKET(DATETIME '1949-05-01 10:00:00', INTERVAL 1 YEAR)", '1949-01-01T00:00:00'],
  [
    "STRING(TIMESTAMP_BUCKET(TIMESTAMP '1949-12-30 13:00:00Z', INTERVAL 12 HOUR))",
    '1949-12-30 12:00:00+00',
  ],
  [
    "STRING(TIMESTAMP_BUCKET(TIMESTAMP '2000-12-21 00:00:00Z', INTERVAL 7 DAY, TIMESTAMP '2000-12-22 12:00:00Z'))",
    '2000-12-15 12:00:00+00',
  ],
  ["DATE_BUCKET(NULL, INTERVAL 1 DAY, DATE '2000-01-01')", null],
])('%s is %s', async (expression, value) => {
  expect(await evaluate(await openDatabase(), `SELECT ${expression}`)).toEqual([
    expect.any(String),
    value,
  ]);
});

test.each([
  [
    "TIMESTAMP_BUCKET(TIMESTAMP '2026-01-01 05:00:00Z', INTERVAL 1 MONTH)",
    'TIMESTAMP_BUCKET does not support a bucket width INTERVAL with a MONTH part',
  ],
  [
    "DATE_BUCKET(DATE '2026-01-01', INTERVAL 1 HOUR)",
    'DATE_BUCKET does not support a bucket width INTERVAL with a part smaller than DAY',
  ],
  [
    "DATETIME_BUCKET(DATETIME '2026-01-01 00:00:00', INTERVAL 0 DAY)",
    'DATETIME_BUCKET does not support a zero bucket width INTERVAL',
  ],
  [
    "DATETIME_BUCKET(DATETIME '0001-01-01 00:00:00', INTERVAL 1000 YEAR)",
    'DATETIME_BUCKET results in a time before the year 1',
  ],
])('%s is an error', async (expression, error) => {
  expect(await evaluate(await openDatabase(), `SELECT ${expression}`)).toEqual({ error });
});
