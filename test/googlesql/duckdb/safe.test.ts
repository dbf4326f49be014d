import { expect, test } from 'vitest';
import { parseTable } from '#googlesql';
import { compile, openDatabase, rowsOf } from './compile.ts';

test('SAFE forgives the function each time it stands, also where two calls share their arguments', async () => {
  const sql = `SELECT SAFE.SUBSTR('abc', 1, x) AS a, SAFE.SUBSTR('abcd', 1, x) AS b FROM UNNEST([-1, 1]) AS x ORDER BY x`;

  expect(await rowsOf(await openDatabase(), compile(sql))).toEqual([
    [null, null],
    ['a', 'a'],
  ]);
});

test('SAFE does not forgive its arguments', async () => {
  const sql = "SELECT SAFE.SUBSTR('abc', 1, CAST(x AS INT64)) AS a FROM UNNEST(['x']) AS x";

  await expect(rowsOf(await openDatabase(), compile(sql))).rejects.toThrow('Bad int64 value: x');
});

test('SAFE forgives functions of BYTES whose pattern is not bound to a name', async () => {
  const sql = `SELECT SAFE.REGEXP_CONTAINS(CAST(x AS BYTES), b'^a') AS a, SAFE.REGEXP_REPLACE(CAST(x AS BYTES), CAST(p AS BYTES), b'-') AS b, SAFE.REGEXP_EXTRACT(CAST(x AS BYTES), CAST(p AS BYTES)) AS c FROM UNNEST(['abc']) AS x CROSS JOIN UNNEST(['b', '(']) AS p ORDER BY p DESC`;

  expect(await rowsOf(await openDatabase(), compile(sql))).toEqual([
    [true, 'YS1j', 'Yg=='],
    [true, null, null],
  ]);
});

test('IFERROR does not confuse a column with its own names', async () => {
  const table = parseTable('r', [{ name: 't', type: 'STRING' }]);
  const sources = { tables: { r: { table, from: "(SELECT 'x' AS t)" } } };
  const sql = 'SELECT IFERROR(CAST(a.t AS INT64), LENGTH(b.t)) AS n FROM r AS a CROSS JOIN r AS b';

  expect(await rowsOf(await openDatabase(), compile(sql, sources))).toEqual([[1]]);
});
