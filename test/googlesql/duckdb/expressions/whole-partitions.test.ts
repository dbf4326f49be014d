import { expect, test } from 'vitest';
import { compile, openDatabase, rowsOf } from '../compile.ts';

const ROWS = 'FROM UNNEST([1, 3, 2]) AS x';
const WHOLE = 'BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING';

// DuckDB sums such frames wrongly over a million partitions.
test.each([
  ['SUM(x)', `ORDER BY x ROWS ${WHOLE}`, 6],
  ['AVG(x)', `ORDER BY x RANGE ${WHOLE}`, 2],
  ['COUNT(DISTINCT x)', '', 3],
])('%s over a whole partition has neither an order nor a frame', async (call, window, value) => {
  const compiled = compile(`SELECT ${call} OVER (PARTITION BY x > 0 ${window}) AS n ${ROWS}`);

  expect(compiled.sql).not.toMatch(/ORDER BY|BETWEEN/);
  expect(await rowsOf(await openDatabase(), compiled)).toEqual([[value], [value], [value]]);
});

test.each([
  ['STRING_AGG(CAST(x AS STRING))', WHOLE, ['1,2,3', '1,2,3', '1,2,3']],
  ['FIRST_VALUE(x)', WHOLE, [1, 1, 1]],
  ['SUM(x)', 'BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW', [1, 3, 6]],
])('%s keeps the order of the rows in a frame %s', async (call, frame, values) => {
  const compiled = compile(
    `SELECT ${call} OVER (ORDER BY x ROWS ${frame}) AS n ${ROWS} ORDER BY x`,
  );

  expect(await rowsOf(await openDatabase(), compiled)).toEqual(values.map((value) => [value]));
});
