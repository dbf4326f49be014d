import { expect, test } from 'vitest';
import { compile, openDatabase, rowsOf } from './compile.ts';

const choices = (count: number) =>
  Array.from({ length: count }, (_, i) => `(x = ${i} AND y = '${i}')`).join(' OR ');

const FROM = 'FROM (SELECT x, CAST(x AS STRING) AS y FROM UNNEST(GENERATE_ARRAY(60, 70)) AS x)';

// DuckDB is slow to plan a long choice that is the filter itself.
test.each([
  ['WHERE', (condition: string) => `SELECT x ${FROM} WHERE ${condition} ORDER BY x`],
  [
    'HAVING',
    (condition: string) => `SELECT x ${FROM} GROUP BY x, y HAVING ${condition} ORDER BY x`,
  ],
  [
    'WHERE with AND',
    (condition: string) => `SELECT x ${FROM} WHERE x > 0 AND (${condition}) ORDER BY x`,
  ],
])('a long choice is no filter of its own in %s', async (_, query) => {
  const long = compile(query(choices(65)));

  expect(long.sql).toContain('coalesce(');
  expect(compile(query(choices(64))).sql).not.toContain('coalesce(');
  expect(await rowsOf(await openDatabase(), long)).toEqual([60, 61, 62, 63, 64].map((x) => [x]));
});
