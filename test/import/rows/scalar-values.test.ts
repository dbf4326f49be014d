import { expect, test } from 'vitest';
import { parseTable } from '#googlesql';
import { compileRowDecoder, RowNotes } from '../../../src/import/rows/decode-row.ts';
import { parseExactJson } from '../../../src/import/rows/exact-json.ts';

/** What is staged of a value in a column of the type. */
function decode(type: string, json: string): string {
  const table = parseTable('t', [{ name: 'x', type }], { tenant: ['x'], time: 'timestamp' });
  const row = compileRowDecoder(table, { bounds: undefined, wrapsRecords: false });
  return JSON.stringify(row(parseExactJson(`{"x": ${json}}`), new RowNotes()));
}

test.each([
  ['NUMERIC', '1.50', '"1.5"'],
  ['NUMERIC', '"-1e-9"', '"-0.000000001"'],
  ['NUMERIC', '12345678901234567890', '"12345678901234567890"'],
  [
    'NUMERIC',
    '"99999999999999999999999999999.999999999"',
    '"99999999999999999999999999999.999999999"',
  ],
  ['NUMERIC', '12345678901234.500001', '"12345678901234.500001"'],
  ['NUMERIC', '0.30000000000000004', '"0.3"'],
  ['FLOAT64', '0.30000000000000004', '0.30000000000000004'],
  ['FLOAT64', '-0.0', '"-0.0"'],
  ['DATE', '"2024-2-29"', '"2024-02-29"'],
  ['DATETIME', '"2026-07-01 10:00:00.5"', '"2026-07-01T10:00:00.500000"'],
  ['TIME', '"1:02:03"', '"01:02:03"'],
  ['BYTES', '"AP9cQQ=="', String.raw`"\\x00\\xFF\\x5C\\x41"`],
  ['BYTES', '""', '""'],
  ['JSON', '{"a": [1.0, null, "é"], "__proto__": 1}', '{"a":[1,null,"é"],"__proto__":1}'],
  ['JSON', '18446744073709551615', '18446744073709551615'],
  ['JSON', '"text"', '"text"'],
  ['INT64', '200.0', '"200"'],
  ['INT64', '"200.0"', '"200"'],
  ['INT64', '"-7."', '"-7"'],
  ['INT64', '9007199254740993.0', '"9007199254740993"'],
  ['STRING', '123', '"123"'],
  ['STRING', '9007199254740993', '"9007199254740993"'],
])('a column of %s takes %s', (type, json, staged) => {
  expect(decode(type, json)).toBe(`{"x":${staged}}`);
});

test.each([
  ['JSON', '{"a": [1e400]}', '"x" must be JSON of at most 500 levels'],
  ['JSON', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, '"x" must be JSON of at most 500 levels'],
  ['INT64', '200.5', '"x" must be a 64-bit integer'],
  ['INT64', '"200.50"', '"x" must be a 64-bit integer'],
  ['INT64', '"9223372036854775808.0"', '"x" must be a 64-bit integer'],
  ['STRING', '1.5', '"x" must be a string'],
  ['STRING', '{"a": 18446744073709551615}', '"x" must be a string'],
  ['NUMERIC', '"1e29"', '"x" must be a number of up to 29 digits'],
  ['NUMERIC', 'true', '"x" must be a number'],
  ['DATE', '"2026-02-29"', '"x" must be a date (2026-07-01), not "2026-02-29"'],
  ['DATETIME', '"2026-07-01T10:00:00Z"', '"x" must be a date and time without a zone'],
  ['TIME', '"24:00:00"', '"x" must be a time of day'],
  ['TIME', '5', '"x" must be a time of day'],
  ['BYTES', '"A"', '"x" must be bytes in base64'],
  ['BYTES', String.raw`"\\x00"`, '"x" must be bytes in base64'],
  ['JSON', String.raw`{"a": ["\ud800"]}`, 'with strings of valid Unicode'],
  ['JSON', String.raw`{"\ud800": 1}`, 'with strings of valid Unicode'],
])('a column of %s refuses %s', (type, json, message) => {
  expect(() => decode(type, json)).toThrow(message);
});
