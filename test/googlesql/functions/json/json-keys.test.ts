import { expect, test } from 'vitest';
import { outcome } from '../../analysis/outcome.ts';
import { openDatabase } from '../../duckdb/compile.ts';
import { evaluate } from '../evaluate.ts';

// The installed reference does not know the function; the values are those of Google's documentation and source.
const database = await openDatabase();

test.each([
  [`JSON '{"b":{"c":1},"a":2}'`, ['a', 'b', 'b.c']],
  [`JSON '{"a":{"b":{"c":1}}}', 1`, ['a']],
  [`JSON '{"a":{"b":{"c":1}}}', 2`, ['a', 'a.b']],
  [`JSON '{"a":{"b":1}}', NULL`, ['a', 'a.b']],
  [`JSON '{"a":[{"b":1}, {"c":2}], "d":3}'`, ['a', 'd']],
  [`JSON '{"a":[{"b":1}, {"c":2}], "d":3}', mode => 'lax'`, ['a', 'a.b', 'a.c', 'd']],
  [`JSON '{"a":[[{"b":1}]]}', mode => "lax"`, ['a']],
  [`JSON '{"a":[[{"b":1}]]}', mode => "lax recursive"`, ['a', 'a.b']],
  [`JSON '{"a":[{"b":[{"c":1}]}]}', mode => "lax"`, ['a', 'a.b', 'a.b.c']],
  [`JSON '{"a":[{"b":[[{"c":1}]]}]}', mode => "lax"`, ['a', 'a.b']],
  [`JSON '{"a":[{"b":[[{"c":1}]]}]}', mode => "LAX Recursive"`, ['a', 'a.b', 'a.b.c']],
  [`JSON '[{"a":1}, {"a":{"b":1}}, [{"c":1}]]', 1, mode => 'lax'`, ['a']],
  [`JSON '[{"a":1}, {"a":{"b":1}}, [{"c":1}]]', mode => 'lax recursive'`, ['a', 'a.b', 'c']],
  [`JSON '[{"a":1}]'`, []],
  [`JSON '"a"'`, []],
  [`JSON 'null'`, []],
  [`JSON '{}'`, []],
  [`CAST(NULL AS JSON)`, null],
  [`JSON '{"a":1}', mode => NULL`, null],
  // Keys that are no words: points, quotes and control characters are quoted, others are not.
  [`JSON '{"a.b":{"c d":1},"é/~":{"":{"x":2}}}'`, ['"a.b"', '"a.b".c d', 'é/~', 'é/~.', 'é/~..x']],
  [
    String.raw`JSON r'{"a\"b":{"{[":1},"\n":2}'`,
    [String.raw`"\n"`, String.raw`"a\"b"`, String.raw`"a\"b".{[`],
  ],
  [`JSON '{"":{"a":1}}'`, ['', 'a']],
])('JSON_KEYS(%s) is %j', async (args, keys) => {
  const sql = `JSON_KEYS(${args})`;

  expect(await evaluate(database, `SELECT ${sql}`)).toEqual(['ARRAY<STRING>', keys]);
});

test('the depth may come from a row', async () => {
  const sql = `SELECT ARRAY_TO_STRING(JSON_KEYS(PARSE_JSON(j), d), ',') FROM (SELECT '{"a":{"b":1}}' AS j, 1 AS d)`;

  expect(await evaluate(database, sql)).toEqual(['STRING', 'a']);
});

test.each([
  [`JSON_KEYS(CAST(NULL AS JSON), 0)`, 'max_depth must be positive.'],
  [`JSON_KEYS(JSON '{}', -1)`, 'max_depth must be positive.'],
  [
    `JSON_KEYS(PARSE_JSON(CONCAT(REPEAT('{"${'a'.repeat(150)}":', 50), '1', REPEAT('}', 50))))`,
    'Output of JSON_KEYS exceeds max allowed output size of 128KB',
  ],
])('%s is an error', async (call, error) => {
  expect(await evaluate(database, `SELECT ${call}`)).toEqual({ error });
  expect(await evaluate(database, `SELECT SAFE.${call}`)).toEqual(['ARRAY<STRING>', null]);
});

test('keys of many rows in an array are found once', async () => {
  const items = `CONCAT('[', REPEAT('{"first":{"second":1}},', 1000), '1]')`;
  const sql = `SELECT ARRAY_TO_STRING(JSON_KEYS(PARSE_JSON(${items}), mode => 'lax'), ',')`;

  expect(await evaluate(database, sql)).toEqual(['STRING', 'first,first.second']);
});

test.each([
  [`JSON_KEYS(JSON '{}', mode => 'loose')`, 'Invalid JSON mode specified [at 1:8]'],
  [
    `JSON_KEYS(JSON '{}', mode => LOWER('LAX'))`,
    'Argument 2 to JSON_KEYS must be a literal or query parameter [at 1:37]',
  ],
])('%s is refused', (call, message) => {
  expect(outcome(`SELECT ${call}`)).toBe(message);
});
