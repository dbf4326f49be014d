import { expect, test } from 'vitest';
import { openDatabase } from '../duckdb/compile.ts';
import { evaluate } from './evaluate.ts';
import { testGoldens } from './goldens.ts';

testGoldens('rounding');

test.each([
  [
    "'HALF'",
    'The third argument of ROUND must be one of ROUND_HALF_AWAY_FROM_ZERO and ROUND_HALF_EVEN',
  ],
  ["UPPER('ROUND_HALF_EVEN')", 'Argument 3 to ROUND must be a literal or query parameter'],
])('%s is no rounding mode', async (mode, error) => {
  const sql = `SELECT ROUND(NUMERIC '2.45', 1, ${mode})`;

  expect(await evaluate(await openDatabase(), sql)).toEqual({ error });
});

test.each(['ROUND', 'TRUNC'])('%s of a NUMERIC to more digits than it has is 0', async (name) => {
  const sql = `SELECT ${name}(NUMERIC '5', -9223372036854775807)`;

  expect(await evaluate(await openDatabase(), sql)).toEqual(['NUMERIC', '0']);
});
