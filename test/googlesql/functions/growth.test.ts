import { expect, test } from 'vitest';
import { PROJECT } from '../../support/project.ts';
import { answerTo } from '../answer.ts';
import { openFixtureDatabase } from '../fixture-database.ts';

const database = await openFixtureDatabase(PROJECT.tables.values());

function ask(expression: string): Promise<object> {
  return answer(`SELECT ${expression} AS x`);
}

function answer(sql: string): Promise<object> {
  return answerTo({ name: '', sql, columns: [], ordered: true, rows: [] }, database);
}

test.each([
  ["REPEAT('x', 131073)", 'REPEAT'],
  ["LPAD('x', 131073)", 'LPAD/RPAD'],
  ["RPAD('x', 131073)", 'LPAD/RPAD'],
  ["REPLACE(REPEAT('x', 1000), 'x', REPEAT('y', 132))", 'REPLACE'],
  ["REGEXP_REPLACE(REPEAT('x', 1000), 'x', REPEAT('y', 132))", 'REGEXP_REPLACE'],
  [`REGEXP_REPLACE(REPEAT('x', 100000), 'x+', r'\\0\\0')`, 'REGEXP_REPLACE'],
  ["ARRAY_TO_STRING(SPLIT(REPEAT('x', 1000), ''), REPEAT('y', 2000))", 'ARRAY_TO_STRING'],
  ["TO_HEX(CAST(REPEAT('x', 65537) AS BYTES))", 'TO_HEX'],
])('%s is refused for what it would grow into', async (expression, name) => {
  expect(await ask(`LENGTH(${expression})`)).toEqual({
    error: `Output of ${name} exceeds max allowed output size of 128KB`,
  });
});

test('SPLIT is refused for too many items', async () => {
  expect(await ask("ARRAY_LENGTH(SPLIT(REPEAT('x,', 8192)))")).toEqual({
    error: 'Output of SPLIT exceeds 8192 elements',
  });
});

test.each([
  'SELECT ARRAY_LENGTH(GENERATE_ARRAY(1, 20000 + n)) AS x FROM UNNEST([1]) AS n',
  'SELECT ARRAY_LENGTH(GENERATE_ARRAY(1.5, 20000.5 + n)) AS x FROM UNNEST([1]) AS n',
  "SELECT ARRAY_LENGTH(GENERATE_DATE_ARRAY(DATE '1900-01-01', DATE_ADD(DATE '2000-01-01', INTERVAL n DAY))) AS x FROM UNNEST([1]) AS n",
  "SELECT ARRAY_LENGTH(GENERATE_TIMESTAMP_ARRAY(TIMESTAMP '2026-07-01', TIMESTAMP_ADD(TIMESTAMP '2026-07-02', INTERVAL n DAY), INTERVAL 1 SECOND)) AS x FROM UNNEST([1]) AS n",
  "SELECT ARRAY_LENGTH(GENERATE_RANGE_ARRAY(RANGE(TIMESTAMP '2026-07-01', TIMESTAMP_ADD(TIMESTAMP '2026-07-02', INTERVAL n DAY)), INTERVAL 1 SECOND)) AS x FROM UNNEST([1]) AS n",
])('%s is refused for the arrays of all its rows', async (sql) => {
  expect(await answer(sql)).toEqual({
    error: 'Cannot generate arrays with more than 16384 elements for each row.',
  });
});

test.each([
  ["LENGTH(REPEAT('x', 131072))", 131_072],
  ['ARRAY_LENGTH(GENERATE_ARRAY(1, 1000000))', 1_000_000],
  ['(SELECT MAX(ARRAY_LENGTH(GENERATE_ARRAY(1, n))) FROM UNNEST([16384, -5]) AS n)', 16_384],
  ["ARRAY_LENGTH(SPLIT(REPEAT('xy,', 8191)))", 8_192],
  ["LENGTH(REPLACE(REPEAT('x', 100000), 'xx', 'y'))", 50_000],
  ["LENGTH(REPLACE(REPEAT('x', 100000), 'z', 'yy'))", 100_000],
  ["LENGTH(REGEXP_REPLACE(REPEAT('x', 100000), 'z', 'yy'))", 100_000],
  ["LENGTH(REGEXP_REPLACE(REPEAT('x', 100000), 'x+', 'y'))", 1],
  ["LENGTH(ARRAY_TO_STRING(SPLIT(REPEAT('x', 8192), ''), ', '))", 24_574],
])('%s is within its bound', async (expression, length) => {
  expect(await ask(expression)).toMatchObject({ rows: [[length]] });
});

test.each([
  ["REPLACE(NULL, 'x', 'yy')", null],
  ["REPLACE('axbx', 'x', 'yy')", 'ayybyy'],
  ["REPLACE('abc', '', 'yy')", 'abc'],
  [`REGEXP_REPLACE('abc', '', '-')`, '-a-b-c-'],
  [`REGEXP_REPLACE(NULL, 'x', 'yy')`, null],
  ["ARRAY_TO_STRING(['a', NULL, 'b'], '--', '?')", 'a--?--b'],
  ["ARRAY_TO_STRING(['', 'a'], ', ')", ', a'],
  // The pattern gets a name before the text does.
  [`REGEXP_REPLACE('abc', CONCAT(SUBSTR('ab', 2), '${'x?'.repeat(150)}'), '-')`, 'a-c'],
  [`REGEXP_EXTRACT('abc', CONCAT(SUBSTR('ab', 2), '${'x?'.repeat(150)}'))`, 'b'],
  [`REGEXP_CONTAINS('abc', CONCAT(SUBSTR('ab', 2), '${'x?'.repeat(150)}'))`, true],
])('%s is what it was without a bound', async (expression, value) => {
  expect(await ask(expression)).toMatchObject({ rows: [[value]] });
});

test.each([
  "REGEXP_CONTAINS(REPEAT('x', 10000), '(x{1000}y)?z')",
  "REGEXP_EXTRACT(REPEAT('x', 10000), '(x{1000}y)z')",
  "REGEXP_REPLACE(REPEAT('x', 10000), '(x{1000}y)z', '')",
  "ARRAY_LENGTH(REGEXP_EXTRACT_ALL(REPEAT('x', 10000), '(x{1000}y)z'))",
  "REGEXP_CONTAINS(CAST(REPEAT('x', 10000) AS BYTES), CAST('(x{1000}y)z' AS BYTES))",
  "REGEXP_CONTAINS(REPEAT('x', 10000), CONCAT(event, '(?:x{10}){100}z'))",
  `REGEXP_CONTAINS(REPEAT('x', 10000), CONCAT(event, '${'x?'.repeat(500)}'))`,
])('%s is refused for a pattern that is too large for the text', async (expression) => {
  expect(await answer(`SELECT ${expression} AS x FROM (SELECT '' AS event)`)).toEqual({
    error: 'Regular expression is too large for a text of this length',
  });
});

test.each([
  ["REGEXP_CONTAINS(REPEAT('x', 8000), '(x{1000}y)?z')", false],
  ["REGEXP_EXTRACT(REPEAT('x', 8000), '(x{1000})$') = REPEAT('x', 1000)", true],
  ["REGEXP_CONTAINS(REPEAT('x', 131072), '(?:x|y){1,30}z')", false],
  ["REGEXP_CONTAINS(REPEAT('x', 131072), CONCAT('x', '+y'))", false],
  ["REGEXP_CONTAINS(NULL, '(x{1000}y)z')", null],
])('%s takes its pattern', async (expression, value) => {
  expect(await ask(expression)).toMatchObject({ rows: [[value]] });
});
