import { expect, test } from 'vitest';
import { parseTable, SCALARS } from '#googlesql';
import { compile, openDatabase, rowsOf } from '../../duckdb/compile.ts';

const SOURCES = {
  tables: {
    t: {
      table: parseTable('t', [
        { name: 'k', type: 'INT64', mode: 'REQUIRED' },
        { name: 's', type: 'STRING' },
      ]),
      from: "(SELECT * FROM (VALUES (1::BIGINT, 'a'), (2::BIGINT, NULL)) AS v(k, s))",
    },
  },
  parameters: { p: SCALARS.INT64 },
};

/** What a function's body over `x` and `y` becomes. */
function bound(fields: string, body: string): string {
  return `SELECT (SELECT ${body} FROM UNNEST([STRUCT(${fields})])) AS r FROM t ORDER BY k`;
}

const SUM = '(SELECT SUM(v * x) FROM UNNEST([1, 2]) AS v)';

test.each([
  ['CAST(@p AS INT64) AS x', SUM, [[15], [15]]],
  ['CAST(7 AS INT64) AS x', SUM, [[21], [21]]],
  ['CAST(NULL AS INT64) AS x', SUM, [[null], [null]]],
  ['CAST(t.k AS INT64) AS x', SUM, [[3], [6]]],
  ['CAST(t.s AS STRING) AS x', '(SELECT MAX(x) FROM UNNEST([1, 2]))', [['a'], [null]]],
  ['CAST(t.k AS FLOAT64) AS x', SUM, [[3], [6]]],
  [
    'CAST(t.k AS INT64) AS x, CAST(@p AS INT64) AS y',
    '(SELECT x + y + v FROM UNNEST([1]) AS v)',
    [[7], [8]],
  ],
])('of %s the fields stand in their places in %s', async (fields, body, rows) => {
  const compiled = compile(bound(fields, body), SOURCES);

  expect(compiled.sql).not.toContain('struct_pack("x" :=');
  const values = compiled.parameters.includes('p') ? { p: 5n } : {};
  expect(await rowsOf(await openDatabase(), compiled, values)).toEqual(rows);
});

test.each([
  ['t.k + 1 AS x', SUM, [[6], [9]]],
  [
    'CAST(t.k AS INT64) AS x, CAST(t.k + 1 AS INT64) AS y',
    '(SELECT x * y + v FROM UNNEST([1]) AS v)',
    [[3], [7]],
  ],
])('of %s what has to be computed stays bound', async (fields, body, rows) => {
  const compiled = compile(bound(fields, body), SOURCES);

  expect(compiled.sql).toContain('struct_pack(');
  expect(await rowsOf(await openDatabase(), compiled)).toEqual(rows);
});

test.each([
  [
    'SELECT (SELECT (SELECT MAX(x) FROM UNNEST([STRUCT(3 AS x), STRUCT(4)])) FROM UNNEST([STRUCT(7 AS x)])) AS r',
    [[4]],
  ],
  ['SELECT (SELECT AS STRUCT 1 AS a FROM UNNEST([STRUCT(2 AS x)])).a AS r', [[1]]],
  ['SELECT (SELECT r FROM UNNEST([STRUCT(2 AS x)]) AS r).x AS r', [[2]]],
  ['SELECT (SELECT x FROM UNNEST([STRUCT(2 AS x)]) AS r WHERE x > 2) AS r', [[null]]],
  ['SELECT (SELECT x + o FROM UNNEST([STRUCT(2 AS x)]) WITH OFFSET AS o) AS r', [[2]]],
  ['SELECT ARRAY(SELECT x FROM UNNEST([STRUCT(2 AS x), STRUCT(3)])) AS r', [[[2, 3]]]],
])('%s keeps its meaning', async (sql, rows) => {
  expect(await rowsOf(await openDatabase(), compile(sql, SOURCES))).toEqual(rows);
});
