import { expect, test } from 'vitest';
import { compile, openDatabase, rowsOf } from '../compile.ts';

const FROM = 'FROM (SELECT 0 AS x UNION ALL SELECT 2 UNION ALL SELECT 5 UNION ALL SELECT NULL)';

async function answer(sql: string) {
  return rowsOf(await openDatabase(), compile(sql));
}

test.each([
  'SUM(x * x) AS a, SUM(IF(x > 2, x * x, 0)) AS b',
  'SUM(IF(x > 2, x * x, 0)) AS b, SUM(x * x) AS a',
  'MAX(x * x) AS a, COUNTIF(x * x > 4) AS b, AVG(-(x * x)) AS c',
])('an operand that is a part of another is computed once: %s', (list) => {
  expect(compile(`SELECT ${list} ${FROM}`).sql.match(/v\d+ \* s/g)).toHaveLength(1);
});

test.each([
  ['SUM(x * x) AS a, SUM(IF(x > 2, x * x, 0)) AS b', [[29, 25]]],
  ['SUM(x * x) AS a, SUM(x * x + 1) AS b, SUM(2 * (x * x + 1)) AS c', [[29, 32, 64]]],
  ['SUM(NUMERIC "1.5" * x) AS a, SUM(IF(x > 2, NUMERIC "1.5" * x, 0)) AS b', [['10.5', '7.5']]],
  ['SUM(x * x HAVING MAX x) AS a, SUM(IF(x > 2, x * x, 0)) AS b, SUM(x * x) AS c', [[25, 25, 29]]],
])('aggregates that share operands: %s', async (list, rows) => {
  expect(await answer(`SELECT ${list} ${FROM}`)).toEqual(rows);
});

test('a row without the value that the other aggregate guards is an error where it is read', async () => {
  const guarded = 'SUM(IF(x != 0, 10 / x, 0)) AS a';

  await expect(answer(`SELECT ${guarded}, SUM(10 / x) AS b ${FROM}`)).rejects.toThrow(
    'division by zero',
  );
  expect(await answer(`SELECT a FROM (SELECT ${guarded}, SUM(10 / x) AS b ${FROM})`)).toEqual([
    [7],
  ]);
});

test('an operand of thousands of terms is printed beside others', () => {
  const chain = Array(5_000).fill('x').join('+');

  expect(
    compile(`SELECT SUM(${chain}) AS a, SUM(IF(x > 2, ${chain}, 0)) AS b ${FROM}`).sql,
  ).toMatch(/^SELECT/);
});
