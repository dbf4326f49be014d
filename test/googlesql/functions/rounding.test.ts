import { expect, test } from 'vitest';
import { openDatabase } from '../duckdb/compile.ts';
import { evaluate } from './evaluate.ts';
import { testGoldens } from './goldens.ts';

testGoldens('rounding');

test.each(["'HALF'", "CONCAT('ROUND_HALF', '_EVEN')"])('%s is no rounding mode', async (mode) => {
  const sql = `SELECT ROUND(NUMERIC '2.45', 1, ${mode})`;

  expect(await evaluate(await openDatabase(), sql)).toEqual({
    error:
      'The third argument of ROUND must be a literal; ROUND_HALF_AWAY_FROM_ZERO and ROUND_HALF_EVEN are known',
  });
});
