import { expect, test } from 'vitest';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';
import { testGoldens } from '../goldens.ts';

testGoldens('regexp');

test('REGEXP_INSTR refuses by name a pattern that only RE2 accepts', async () => {
  expect(await evaluate(await openDatabase(), "SELECT REGEXP_INSTR('ab', '(?P<é>b)|')")).toEqual({
    error: 'Regular expression is not supported by REGEXP_INSTR on the embedded engine: (?P<é>b)|',
  });
});
