import { expect, test } from 'vitest';
import { isTooComplex, TOO_COMPLEX } from '../../../../src/googlesql/duckdb/limits/text-budget.ts';
import { SCALARS } from '../../../../src/googlesql/types.ts';
import { compile } from '../compile.ts';

function nested(depth: number, open: string, inside: string, close: string): string {
  return open.repeat(depth) + inside + close.repeat(depth);
}

/** Arrays within arrays, each of which is made by a lambda within that of the one before. */
function nestedArrays(depth: number): string {
  return `SELECT ${nested(depth, 'ARRAY_LENGTH(ARRAY(SELECT ', 'x', ' FROM UNNEST([x, 1]) AS x))')} FROM (SELECT 1 AS x)`;
}

test('planning takes twice as long with each lambda around', () => {
  const time = (depth: number) => compile(nestedArrays(depth)).planningTime();

  expect(time(21) / time(20)).toBeCloseTo(2, 1);
});

test('planning time grows evenly with nesting that has no lambdas', () => {
  const time = (depth: number) =>
    compile(`SELECT ${nested(depth, 'ABS(', 'x', ')')} FROM (SELECT 1.5 AS x)`).planningTime();

  expect(time(40) - time(20)).toBe(time(20) - time(0));
});

test('a macro counts with the macros inside it', () => {
  const time = (call: string) => compile(`SELECT ${call} FROM (SELECT 'a' AS s)`).planningTime();

  expect(time('INITCAP(s)')).toBeGreaterThan(1.5 * time('REVERSE(s)'));
});

test('what nests too many lambdas is too complex, and less is not', () => {
  expect(isTooComplex(compile(nestedArrays(20)))).toBe(true);
  expect(isTooComplex(compile(nestedArrays(8)))).toBe(false);
});

test('errors of subqueries are caught five levels deep, and not much deeper', () => {
  const caught = (depth: number) =>
    compile(`WITH t AS (SELECT 1 AS x)
      SELECT ${nested(depth, 'IFERROR((SELECT 1 / (t.x + ', '(SELECT 1 / t.x FROM t)', ') FROM t), 0)')}`);

  expect(isTooComplex(caught(4))).toBe(false);
  expect(() => caught(8)).toThrow(TOO_COMPLEX);
});

test('how tables are read is no part of a statement that is too complex', () => {
  const column = { name: 'a', mode: 'NULLABLE', type: SCALARS.INT64 } as const;
  const table = { name: 't', columns: [column] };
  const from = `(SELECT a FROM ${'read_parquet(a), '.repeat(30_000)})`;
  const compiled = compile('SELECT a FROM t', { tables: { t: { table, from } } });

  expect(compiled.sql.length).toBeGreaterThan(from.length);
  expect(compiled.size).toBeLessThan(1_000);
  expect(isTooComplex(compiled)).toBe(false);
});

const COLUMNS = `(SELECT 'a' AS s, b'a' AS b, TIMESTAMP '2026-07-01' AS t, INTERVAL 1 DAY AS i
  UNION ALL SELECT NULL, NULL, NULL, NULL)`;

test.each([
  ['s', 'REGEXP_REPLACE(', ', s, s)'],
  ['s', 'INITCAP(', ')'],
  ['s', 'CAST(CONTAINS_SUBSTR(s, ', ') AS STRING)'],
  ['s', 'CAST(CAST(', ' AS TIMESTAMP) AS STRING)'],
  ['s', 'CAST(CAST(', ' AS INTERVAL) AS STRING)'],
  ['s', 'JSON_VALUE(', ", '$.a')"],
  ['b', 'UPPER(', ')'],
  ['b', 'REPLACE(', ", b'a', b'b')"],
  ['b', 'LPAD(', ", 3, b'a')"],
  ['b', 'REVERSE(', ')'],
  ['t', '(', ' - INTERVAL 1 DAY)'],
  ['t', "TIMESTAMP(FORMAT_TIMESTAMP('%F', ", "), 'America/New_York')"],
  ['i', '(t - (t - ', '))'],
  ['i', 'JUSTIFY_INTERVAL(', ')'],
  ['i', 'MAKE_INTERVAL(EXTRACT(DAY FROM ', '))'],
])('printed calls nested in each other repeat nothing: %s in %s…%s', (column, open, close) => {
  const time = (depth: number) =>
    compile(`SELECT ${nested(depth, open, column, close)} FROM ${COLUMNS}`).planningTime();

  expect(time(6) - time(5)).toBeLessThan(1.5 * (time(3) - time(2)));
});
