import { expect, test } from 'vitest';
import { parseTable } from '../../../src/googlesql/table.ts';
import { compileRowDecoder, RowNotes } from '../../../src/import/rows/decode-row.ts';
import { parseExactJson } from '../../../src/import/rows/exact-json.ts';

const TABLE = parseTable(
  't',
  [
    { name: 'timestamp', type: 'TIMESTAMP', mode: 'REQUIRED' },
    { name: 'name', type: 'STRING' },
    {
      name: 'metadata',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'count', type: 'INTEGER' },
        { name: 'share', type: 'FLOAT' },
        { name: 'ok', type: 'BOOL' },
        { name: 'tags', type: 'STRING', mode: 'REPEATED' },
        { name: 'inner', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'x', type: 'INT64' }] },
      ],
    },
  ],
  { tenant: ['name'], time: 'timestamp' },
);
const ANY_TIME = { bounds: undefined, wrapsRecords: false };
const decode = compileRowDecoder(TABLE, ANY_TIME);
const decodeText = (json: string) => decode(parseExactJson(json), new RowNotes());
const T = '"timestamp": "2026-07-01T10:00:00Z"';

test.each([
  ['"2026-07-01T10:00:00.123456Z"', '2026-07-01T10:00:00.123456Z'],
  ['"2026-07-01T12:00:00.5+02:00"', '2026-07-01T10:00:00.500000Z'],
  ['"2026-07-01 10:00:00.123456 UTC"', '2026-07-01T10:00:00.123456Z'],
  ['"2026-07-01 10:00:00 UTC"', '2026-07-01T10:00:00.000000Z'],
  ['"2026-07-01 10:00:00+00"', '2026-07-01T10:00:00.000000Z'],
  ['"2026-07-01"', '2026-07-01T00:00:00.000000Z'],
  ['"2026-07-01T10:00:00.1234567Z"', '2026-07-01T10:00:00.123456Z'],
  ['"2026-07-01 10:00:00.123456789 UTC"', '2026-07-01T10:00:00.123456Z'],
  ['1782900000123456', '2026-07-01T10:00:00.123456Z'],
  ['"1782900000123456"', '2026-07-01T10:00:00.123456Z'],
  ['-1', '1969-12-31T23:59:59.999999Z'],
  ['253402300799999999', '9999-12-31T23:59:59.999999Z'],
])('compileRowDecoder reads the time %s', (json, stored) => {
  expect(decodeText(`{"timestamp": ${json}}`)).toEqual({ timestamp: stored, metadata: [] });
});

test.each([
  '"2026-07-01T10:00:60Z"',
  '"2026-07-01T10:00:00.1234567890Z"',
  '"soon"',
  '253402300800000000',
  '1.5',
  'true',
])('compileRowDecoder refuses the time %s', (json) => {
  expect(() => decodeText(`{"timestamp": ${json}}`)).toThrow('"timestamp" must be a time');
});

test('compileRowDecoder keeps integers exact, given as numbers or text', () => {
  const counts = [
    '9223372036854775807',
    '-9223372036854775808',
    '"9007199254740993"',
    '"+7"',
    '3.0',
  ];

  expect(
    counts.map((count) => decodeText(`{${T}, "metadata": [{"count": ${count}}]}`)),
  ).toMatchObject(
    ['9223372036854775807', '-9223372036854775808', '9007199254740993', '7', '3'].map((count) => ({
      metadata: [{ count }],
    })),
  );
});

test('compileRowDecoder fills absent and null arrays at every depth and leaves null fields out', () => {
  expect(
    decodeText(`{${T}, "name": null, "metadata": [{"ok": null, "inner": null}, {"inner": [{}]}]}`),
  ).toEqual({
    timestamp: '2026-07-01T10:00:00.000000Z',
    metadata: [
      { tags: [], inner: [] },
      { tags: [], inner: [{}] },
    ],
  });
  expect(decodeText(`{${T}, "metadata": null}`)).toMatchObject({ metadata: [] });
});

test('compileRowDecoder takes the words that JSON has no numbers for', () => {
  expect(
    decodeText(`{${T}, "metadata": [{"share": "NaN"}, {"share": "-Infinity"}, {"share": 1}]}`),
  ).toMatchObject({
    metadata: [{ share: 'NaN' }, { share: '-Infinity' }, { share: 1 }],
  });
});

test.each([
  ['[]', 'A row must be a JSON object, not []'],
  ['{"name": "a"}', '"timestamp" is missing'],
  ['{"timestamp": null}', '"timestamp" is missing'],
  ['{"Timestamp": "2026-07-01"}', '"Timestamp" is "timestamp" in the table'],
  [
    `{${T}, "metadata": [{"inner": [{"X": 1}]}]}`,
    '"metadata.inner.X" is "metadata.inner.x" in the table',
  ],
  [`{${T}, "name": 1.5}`, '"name" must be a string of valid Unicode, or an integer, not 1.5'],
  [`{${T}, "name": true}`, '"name" must be a string of valid Unicode, or an integer, not true'],
  [`{${T}, "name": "\\ud83d"}`, '"name" must be a string of valid Unicode'],
  [`{${T}, "metadata": {}}`, '"metadata" must be an array, not {}'],
  [`{${T}, "metadata": [null]}`, '"metadata" must not hold null'],
  [`{${T}, "metadata": [[]]}`, '"metadata" must be an object, not []'],
  [
    `{${T}, "metadata": [{"inner": [{"x": 1.5}]}]}`,
    '"metadata.inner.x" must be a 64-bit integer, not 1.5',
  ],
  [
    `{${T}, "metadata": [{"count": 9223372036854775808}]}`,
    '"metadata.count" must be a 64-bit integer, not 9223372036854775808',
  ],
  [
    `{${T}, "metadata": [{"count": "12x"}]}`,
    '"metadata.count" must be a 64-bit integer, not "12x"',
  ],
  [`{${T}, "metadata": [{"share": "1"}]}`, '"metadata.share" must be a number, not "1"'],
  [`{${T}, "metadata": [{"share": 1e999}]}`, '"metadata.share" must be a number, not null'],
  [`{${T}, "metadata": [{"ok": "true"}]}`, '"metadata.ok" must be true or false, not "true"'],
  [
    `{${T}, "metadata": [{"tags": ["a", false]}]}`,
    '"metadata.tags" must be a string of valid Unicode, or an integer, not false',
  ],
])('compileRowDecoder refuses %s', (json, reason) => {
  expect(() => decodeText(json)).toThrow(reason);
});

test('compileRowDecoder leaves out fields that the table does not have, and names them', () => {
  const notes = new RowNotes();
  const json = `{${T}, "nope": 1, "TIMESTAMP": 1, "__proto__": {"a": 1}, "metadata": [{"inner": [{"y": 1}, {"y": null, "x": 2}]}]}`;

  expect(decode(parseExactJson(json), notes)).toEqual({
    timestamp: '2026-07-01T10:00:00.000000Z',
    metadata: [{ tags: [], inner: [{}, { x: '2' }] }],
  });
  expect(notes.unknown).toEqual([
    'nope',
    'TIMESTAMP',
    '__proto__',
    'metadata.inner.y',
    'metadata.inner.y',
  ]);
});

test('compileRowDecoder takes a record for an array of one where that is asked for', () => {
  const lenient = compileRowDecoder(TABLE, { ...ANY_TIME, wrapsRecords: true });
  const json = `{${T}, "metadata": {"count": 1, "inner": {"x": 2}}}`;

  expect(lenient(parseExactJson(json), new RowNotes())).toMatchObject({
    metadata: [{ count: '1', inner: [{ x: '2' }] }],
  });
});

test('compileRowDecoder refuses a table with a type that cannot be imported', () => {
  const table = parseTable('t', [{ name: 'when', type: 'INTERVAL' }], {
    tenant: ['when'],
    time: 'timestamp',
  });

  expect(() => compileRowDecoder(table, ANY_TIME)).toThrow(
    'Cannot import column "when" of type INTERVAL',
  );
});

test('compileRowDecoder refuses a record without a REQUIRED field, and takes a row without the record', () => {
  const fields = [{ name: 'b', type: 'INT64', mode: 'REQUIRED' }];
  const nested = compileRowDecoder(
    parseTable('t', [
      { name: 'a', type: 'RECORD', fields },
      { name: 'l', type: 'RECORD', mode: 'REPEATED', fields },
    ]),
    ANY_TIME,
  );
  const read = (row: object) => nested(row, new RowNotes());

  expect(read({ a: null })).toEqual({ l: [] });
  expect(() => read({ a: {} })).toThrow('"a.b" is missing');
  expect(() => read({ l: [{ b: 1 }, { b: null }] })).toThrow('"l.b" is missing');
});
