import { expect, test } from 'vitest';
import { compile, openDatabase, rowsOf } from '../../duckdb/compile.ts';

async function valuesOf(list: string): Promise<readonly unknown[]> {
  const rows = await rowsOf(
    await openDatabase(),
    compile(`SELECT ${list} FROM UNNEST([1, 2]) AS x`),
  );
  return rows.flat();
}

test.each([
  ['IF(COUNT(*) > 0, 7, SUM(1 / (x - 1)))', [7]],
  ['CASE WHEN COUNT(*) > 0 THEN 7 WHEN SUM(1 / (x - 1)) > 0 THEN 8 ELSE 9 END', [7]],
  ['COALESCE(SUM(x), MAX(1 / (x - 1)))', [3]],
  ['IFERROR(SUM(1 / (x - 1)), -1)', [-1]],
  ['ISERROR(SUM(x / 0))', [true]],
  ['IF(COUNT(*) > 9, APPROX_QUANTILES(1 / (x - 1), 2)[OFFSET(1)], 7)', [7]],
  ['IF(x = 1, 7, SUM(1 / (x - 1)) OVER (PARTITION BY x))', [7, 1]],
])('%s raises no error that no branch asks for', async (expression, values) => {
  expect((await valuesOf(expression)).toSorted()).toEqual(values.toSorted());
});

test.each([
  'IF(COUNT(*) > 9, 7, SUM(1 / (x - 1)))',
  'IFERROR(SUM(1 / (x - 1)), SUM(1 / (x - 1)))',
  'IF(x = 2, 7, SUM(1 / (x - 1)) OVER ())',
])('%s raises the error of the branch that is taken', async (expression) => {
  await expect(valuesOf(expression)).rejects.toThrow('Cannot compute an aggregate');
});

test('An aggregate outside every branch raises its error itself', async () => {
  const failing = valuesOf('IF(SUM(1 / (x - 1)) > 0, 7, 8)');

  await expect(failing).rejects.toThrow('division by zero: 1 / 0');
});
