import { expect, test } from 'vitest';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';

const FORM = 'range must be formatted exactly as [START, END), with START smaller than END';

const DATES = "RANGE<DATE> '[2026-01-01, 2026-02-01)'";

test.each([
  [
    "RANGE<DATE> '[2026-01-01,2026-02-01)'",
    `Invalid RANGE literal value: ${FORM} (found [2026-01-01,2026-02-01))`,
  ],
  [
    "RANGE<DATETIME> '[2026-02-01, 2026-01-01)'",
    `Invalid RANGE literal value: ${FORM} (found [2026-02-01, 2026-01-01))`,
  ],
  ["CAST('x' AS RANGE<TIMESTAMP>)", `Failed to parse range: ${FORM} (found x)`],
  [
    "GENERATE_RANGE_ARRAY(RANGE<TIMESTAMP> '[2026-01-01, 2026-02-01)', INTERVAL 1 SECOND)",
    'Cannot generate arrays with more than 1048575 elements.',
  ],
])('%s is an error that says what a range is', async (expression, error) => {
  expect(await evaluate(await openDatabase(), `SELECT ${expression}`)).toEqual({ error });
});

test.each([
  'RANGE(NULL, NULL)',
  "RANGE('2026-01-01', DATE '2026-02-01')",
  "RANGE(DATE '2026-01-01', DATETIME '2026-02-01')",
  'RANGE_START(NULL)',
  `RANGE_OVERLAPS(NULL, ${DATES})`,
  `RANGE_OVERLAPS(${DATES}, RANGE<DATETIME> '[2026-01-01, 2026-02-01)')`,
])('%s has no type that is known, as in the reference', async (expression) => {
  expect(await evaluate(await openDatabase(), `SELECT ${expression}`)).toEqual({
    error: expect.stringMatching(/^No matching signature for function RANGE/),
  });
});
