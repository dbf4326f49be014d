import { expect, test } from 'vitest';
import { compile, openDatabase, rowsOf } from './compile.ts';

test.each([
  [
    'FROM UNNEST([1, 2, 3]) AS x |> EXTEND x + 1 AS y |> WHERE x > 1 |> SET y = y * 2 |> SELECT y, x |> ORDER BY y',
    [
      [6, 2],
      [8, 3],
    ],
  ],
  [
    'FROM UNNEST([1, 2, 3]) AS x |> AGGREGATE COUNT(*) AS n, SUM(x) AS s GROUP BY MOD(x, 2) AS k |> ORDER BY k',
    [
      [0, 1, 2],
      [1, 2, 4],
    ],
  ],
  ['FROM UNNEST([1, 2]) AS x |> AGGREGATE COUNT(*) |> AGGREGATE COUNT(*) AS n', [[1]]],
  ['FROM UNNEST([1, 2]) AS x |> WHERE FALSE |> AGGREGATE COUNT(*)', [[0]]],
  [
    'FROM UNNEST([1, 2, 3]) AS x, UNNEST([x, x * 2]) AS y |> WHERE y > 2 |> CROSS JOIN UNNEST([y]) AS z |> AGGREGATE SUM(z)',
    [[13]],
  ],
  [
    'FROM UNNEST([1, 2, 3]) AS x |> LEFT JOIN UNNEST([2, 3]) AS y ON x = y |> WHERE y IS NULL |> RIGHT JOIN UNNEST([1]) AS z ON z = x',
    [[1, null, 1]],
  ],
  ['FROM UNNEST([3, 1, 2]) AS x |> ORDER BY x |> LIMIT 2 OFFSET 1 |> LIMIT 1', [[2]]],
  ['SELECT (FROM UNNEST([5]) AS x |> SELECT x + 1)', [[6]]],
])('%s gives its rows', async (sql, rows) => {
  expect(await rowsOf(await openDatabase(), compile(sql))).toEqual(rows);
});

test('AGGREGATE without an aggregate is refused', () => {
  expect(() => compile('FROM UNNEST([1, 2]) AS x |> AGGREGATE 1')).toThrow(
    'The HAVING clause requires GROUP BY or aggregation to be present',
  );
});
