import { expect, test } from 'vitest';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';

// Of these the installed reference gives no answer; the values are those of its compliance tests.
test.each([
  ["EXP(NUMERIC '-1')", '0.367879441'],
  ["EXP(NUMERIC '10')", '22026.465794807'],
  ["EXP(NUMERIC '-99999999999999999999999999999.999999999')", '0'],
  ["EXP(BIGNUMERIC '-0.5')", '0.60653065971263342360379953499118045344'],
  ["EXP(BIGNUMERIC '10')", '22026.46579480671651695790064528424436635351'],
  ["LN(NUMERIC '0.367879441')", '-1'],
  ["LN(NUMERIC '99999999999999999999999999999.999999999')", '66.774967697'],
  [
    "LN(BIGNUMERIC '0.36787944117144232159552377016146086745')",
    '-0.99999999999999999999999999999999999999',
  ],
  ["LOG(BIGNUMERIC '10')", '2.3025850929940456840179914546843642076'],
  ["LOG10(NUMERIC '20')", '1.301029996'],
  ["LOG10(BIGNUMERIC '1e-38')", '-38'],
  ["LOG(NUMERIC '1.000100005', 1.00001)", '10.000049983'],
  [
    "LOG(BIGNUMERIC '1.0001000045001200021000252002100012', BIGNUMERIC '1.00001')",
    '9.99999999999999999999999999999999955004',
  ],
  ["POW(NUMERIC '99999999999999999999999999999.999999999', 0.5)", '316227766016837.933199889'],
  ["POW(BIGNUMERIC '43046721', 4.1875)", '92709463147897837085761925410587'],
  ["POW(BIGNUMERIC '43046721', -1.1875)", '0.00000000086039159723773239399667716937'],
])('%s is %s', async (expression, value) => {
  const connection = await openDatabase();

  expect(await evaluate(connection, `SELECT ${expression}`)).toEqual([expect.any(String), value]);
});

test.each([
  ["EXP(NUMERIC '1000')", 'numeric overflow: EXP(1000)'],
  ["EXP(BIGNUMERIC '1000')", 'BIGNUMERIC overflow: EXP(1000)'],
])('%s is an error', async (expression, error) => {
  expect(await evaluate(await openDatabase(), `SELECT ${expression}`)).toEqual({ error });
});
