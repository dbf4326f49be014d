import { expect, test } from 'vitest';
import { outcome } from '../analysis/outcome.ts';
import { openDatabase } from '../duckdb/compile.ts';
import { evaluate } from './evaluate.ts';

// What the installed reference does not know; the values are those of Google's documentation.
test.each([
  ['COSINE_DISTANCE([1.0, 2.0], [3.0, 4.0])', 0.01613008990009257],
  ['EUCLIDEAN_DISTANCE([1.0, 2.0], [3.0, 4.0])', 2.8284271247461903],
  ['EUCLIDEAN_DISTANCE(CAST(NULL AS ARRAY<FLOAT64>), [3.0, 4.0])', null],
  ["TO_BASE32(b'abcde\\xFF')", 'MFRGGZDF74======'],
  ["TO_BASE32(b'')", ''],
  ["TO_HEX(FROM_BASE32('MFRGGZDF74======'))", '6162636465ff'],
  ['STRING_ARRAY(JSON \'["a"]\')', ['a']],
  ["INT64_ARRAY(JSON '[1, 2]')", [1, 2]],
  [
    'ARRAY_TO_STRING(ARRAY(SELECT TO_JSON_STRING(j) FROM UNNEST(JSON_FLATTEN(JSON \'[[[1, []], null], {"a":[[2]]}, "[3]"]\')) AS j), \' \')',
    '1 null {"a":[[2]]} "[3]"',
  ],
  ["ARRAY_LENGTH(JSON_FLATTEN(JSON '[[], [[]]]'))", 0],
  ["TO_JSON_STRING(JSON_FLATTEN(JSON '1'))", '[1]'],
  ['ARRAY_LENGTH(JSON_FLATTEN(CAST(NULL AS JSON)))', null],
  [
    "TO_JSON_STRING(JSON_SET(JSON '{\"a\":[1]}', '$.b.c', 1, create_if_missing => false))",
    '{"a":[1]}',
  ],
  [
    "TO_JSON_STRING(JSON_SET(JSON '{\"a\":[1]}', '$.a[0]', 1.5, create_if_missing => false))",
    '{"a":[1.5]}',
  ],
])('%s is %s', async (expression, value) => {
  expect(await evaluate(await openDatabase(), `SELECT ${expression}`)).toEqual([
    expect.any(String),
    value,
  ]);
});

test.each([
  ['COSINE_DISTANCE([1.0], [0.0])', 'Cannot compute cosine distance against zero vector'],
  ['COSINE_DISTANCE([1.0], [0.0, 1.0])', 'Array length mismatch in COSINE_DISTANCE: 1 and 2'],
  ["FROM_BASE32('1')", 'Failed to decode invalid base32 string'],
  ["INT64_ARRAY(JSON '1')", 'The provided JSON input is not an array of integers'],
])('%s is an error', async (expression, error) => {
  expect(await evaluate(await openDatabase(), `SELECT ${expression}`)).toEqual({ error });
});

test.each([
  ['HLL_COUNT.INIT(1)', 'HLL_COUNT.INIT is not supported: the embedded engine has no sketches'],
  ["TEXT_ANALYZE('a')", 'TEXT_ANALYZE is not supported: only SEARCH analyzes texts'],
  ['ST_AREA(1)', 'ST_AREA is not supported: there are no geographies'],
  [
    'GENERATE_UUID()',
    'GENERATE_UUID is not supported: its result does not depend on the rows alone, so an answer could not be kept',
  ],
])('%s is refused by name', (call, message) => {
  expect(outcome(`SELECT ${call}`)).toBe(`Function ${message} [at 1:8]`);
});

test.each([
  [
    "JSON_SET(JSON '1', '$', 1, nosuch => TRUE)",
    'Named argument `nosuch` is not supported [at 1:35]',
  ],
  [
    "JSON_SET(JSON '1', '$', create_if_missing => TRUE, 1)",
    'Call to function JSON_SET must not specify positional arguments after named arguments [at 1:59]',
  ],
  [
    "JSON_SET(JSON '1', '$', 1, create_if_missing => TRUE, create_if_missing => TRUE)",
    'Duplicate named argument `create_if_missing` [at 1:62]',
  ],
  [
    "JSON_REMOVE(JSON '1', '$')",
    "Invalid input to JSON_REMOVE: The JSONPath cannot be '$' [at 1:8]",
  ],
])('%s is refused', (call, message) => {
  expect(outcome(`SELECT ${call}`)).toBe(message);
});
