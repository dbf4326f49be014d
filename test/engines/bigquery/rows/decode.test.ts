import { expect, test } from 'vitest';
import type { ResultField } from '../../../../src/engines/bigquery/jobs/query-response.ts';
import { compileDecoder } from '../../../../src/engines/bigquery/rows/decode.ts';
import { arrayOf, SCALARS, structOf, type Type } from '../../../../src/googlesql/types.ts';

const column = (type: Type, name = 'c') => [{ name, type }];
const decodeOne = (field: ResultField, type: Type, v: unknown) =>
  compileDecoder([{ name: 'c', ...field }], column(type))({ f: [{ v }] })[0];

test.each([
  ['INTEGER', SCALARS.INT64, '9007199254740991', 9007199254740991],
  ['INTEGER', SCALARS.INT64, '9007199254740993', 9007199254740993n],
  ['INT64', SCALARS.INT64, '-9223372036854775808', -(2n ** 63n)],
  ['INTEGER', SCALARS.INT64, '0', 0],
  ['FLOAT', SCALARS.FLOAT64, 'NaN', Number.NaN],
  ['FLOAT', SCALARS.FLOAT64, 'Infinity', Number.POSITIVE_INFINITY],
  ['FLOAT', SCALARS.FLOAT64, '-Infinity', Number.NEGATIVE_INFINITY],
  ['FLOAT64', SCALARS.FLOAT64, '-inf', Number.NEGATIVE_INFINITY],
  ['FLOAT', SCALARS.FLOAT64, '1.5E300', 1.5e300],
  ['FLOAT', SCALARS.FLOAT64, '-0.0', -0],
  ['BOOLEAN', SCALARS.BOOL, 'true', true],
  ['BOOL', SCALARS.BOOL, 'false', false],
  ['NUMERIC', SCALARS.NUMERIC, '1.500000000', '1.5'],
  ['NUMERIC', SCALARS.NUMERIC, '100', '100'],
  ['NUMERIC', SCALARS.NUMERIC, '100.0', '100'],
  ['STRING', SCALARS.STRING, '', ''],
  ['BYTES', SCALARS.BYTES, 'AP8=', 'AP8='],
  ['DATE', SCALARS.DATE, '0001-01-01', '0001-01-01'],
  ['DATETIME', SCALARS.DATETIME, '2026-07-01T10:00:00', '2026-07-01T10:00:00'],
  ['DATETIME', SCALARS.DATETIME, '2026-07-01T10:00:00.5', '2026-07-01T10:00:00.500000'],
  ['DATETIME', SCALARS.DATETIME, '2026-07-01T10:00:00.000000', '2026-07-01T10:00:00'],
  ['TIME', SCALARS.TIME, '23:59:59.000001', '23:59:59.000001'],
  ['TIMESTAMP', SCALARS.TIMESTAMP, '1782900000123456', 1782900000123456],
  ['TIMESTAMP', SCALARS.TIMESTAMP, '-1', -1],
  ['TIMESTAMP', SCALARS.TIMESTAMP, '-62135596800000000', -62135596800000000n],
  ['JSON', SCALARS.JSON, '{"a":[1,null]}', '{"a":[1,null]}'],
  ['INTERVAL', SCALARS.INTERVAL, '1-2 -3 4:5:6.5', '1-2 -3 4:5:6.500000'],
  ['STRING', SCALARS.STRING, null, null],
] as const)('compileDecoder reads a %s %o %j', (type, expected, v, value) => {
  expect(decodeOne({ type }, expected, v)).toStrictEqual(value);
});

test('compileDecoder reads nested records, empty arrays and NULL ones, NULL structs, and no NULL in an array', () => {
  const inner = structOf([
    { name: 'n', type: SCALARS.INT64 },
    { name: 'tags', type: arrayOf(SCALARS.STRING) },
  ]);
  const field: ResultField = {
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'n', type: 'INTEGER' },
      { name: 'tags', type: 'STRING', mode: 'REPEATED' },
    ],
  };
  const row = (n: unknown, tags: unknown) => ({ v: { f: [{ v: n }, { v: tags }] } });

  const value = decodeOne(field, arrayOf(inner), [
    row('9007199254740993', [{ v: 'a' }, { v: '' }]),
    row(null, []),
    row('1', null),
  ]);

  expect(value).toEqual([
    [9007199254740993n, ['a', '']],
    [null, []],
    [1, []],
  ]);
  expect(decodeOne(field, arrayOf(inner), [])).toEqual([]);
  expect(decodeOne({ ...field, mode: 'NULLABLE' }, inner, null)).toBeNull();
  expect(() => decodeOne(field, arrayOf(inner), [{ v: null }])).toThrow('An array holds NULL');
});

test('compileDecoder takes the names that BigQuery gives to fields without one', () => {
  const type = structOf([{ name: '', type: SCALARS.INT64 }]);
  const field = { type: 'RECORD', fields: [{ name: '_field_1', type: 'INTEGER' }] };

  expect(decodeOne(field, type, { f: [{ v: '7' }] })).toEqual([7]);
});

const RECORD: ResultField = {
  name: 'c',
  type: 'RECORD',
  fields: [{ name: 'a', type: 'INTEGER' }],
};

test.each<[string, readonly ResultField[] | undefined, Type]>([
  ['is missing', undefined, SCALARS.INT64],
  ['has no columns', [], SCALARS.INT64],
  ['has another column', [{ name: 'd', type: 'INTEGER' }], SCALARS.INT64],
  ['has another type', [{ name: 'c', type: 'STRING' }], SCALARS.INT64],
  ['has an unknown type', [{ name: 'c', type: 'TOKENLIST' }], SCALARS.STRING],
  ['is repeated', [{ name: 'c', type: 'INTEGER', mode: 'REPEATED' }], SCALARS.INT64],
  ['is not repeated', [{ name: 'c', type: 'INTEGER' }], arrayOf(SCALARS.INT64)],
  ['is no record', [{ name: 'c', type: 'STRING' }], structOf([{ name: 'a', type: SCALARS.INT64 }])],
  ['has another field', [RECORD], structOf([{ name: 'b', type: SCALARS.INT64 }])],
  ['has a field of another type', [RECORD], structOf([{ name: 'a', type: SCALARS.STRING }])],
  [
    'has a field less',
    [RECORD],
    structOf([
      { name: 'a', type: SCALARS.INT64 },
      { name: 'b', type: SCALARS.INT64 },
    ]),
  ],
])('compileDecoder refuses a schema that %s', (_, fields, type) => {
  expect(() => compileDecoder(fields, column(type))).toThrow(
    expect.objectContaining({ reason: 'badAnswer' }),
  );
});

test.each([
  ['NULL where one is required', { type: 'INTEGER', mode: 'REQUIRED' }, SCALARS.INT64, null],
  ['a cell without a value', { type: 'INTEGER' }, SCALARS.INT64, undefined],
  ['a number in place of text', { type: 'INTEGER' }, SCALARS.INT64, 12],
  ['an INT64 that is none', { type: 'INTEGER' }, SCALARS.INT64, '12.0'],
  ['an empty INT64', { type: 'INTEGER' }, SCALARS.INT64, ''],
  ['a TIMESTAMP in seconds', { type: 'TIMESTAMP' }, SCALARS.TIMESTAMP, '1.782900000123456E9'],
  ['a BOOL that is none', { type: 'BOOLEAN' }, SCALARS.BOOL, 'yes'],
  ['an empty FLOAT64', { type: 'FLOAT' }, SCALARS.FLOAT64, ''],
  ['a FLOAT64 that is none', { type: 'FLOAT' }, SCALARS.FLOAT64, 'nan'],
  ['an array that is none', { type: 'INTEGER', mode: 'REPEATED' }, arrayOf(SCALARS.INT64), '1'],
] as const)('compileDecoder refuses %s', (_, field, type, v) => {
  expect(() => decodeOne(field, type, v)).toThrow(expect.objectContaining({ reason: 'badAnswer' }));
});

test.each([[[]], [[{ v: '1' }, { v: '2' }]]])(
  'compileDecoder refuses a row of other length: %j',
  (f) => {
    const decode = compileDecoder([{ name: 'c', type: 'INTEGER' }], column(SCALARS.INT64));

    expect(() => decode({ f })).toThrow(expect.objectContaining({ reason: 'badAnswer' }));
  },
);

test('compileDecoder finds columns and fields by name, and skips what it does not know', () => {
  const inner = structOf([
    { name: 'a', type: SCALARS.INT64 },
    { name: 'b', type: SCALARS.STRING },
  ]);
  const columns = [
    { name: 'id', type: SCALARS.STRING },
    { name: 'metadata', type: arrayOf(inner) },
  ];
  const nested = [
    { name: 'new', type: 'RECORD', fields: [{ name: 'x', type: 'STRING' }] },
    { name: 'B', type: 'STRING' },
    { name: 'a', type: 'INTEGER' },
  ];
  const fields = [
    { name: 'metadata', type: 'RECORD', mode: 'REPEATED', fields: nested },
    { name: 'more', type: 'GEOGRAPHY' },
    { name: 'ID', type: 'STRING' },
  ];

  const decode = compileDecoder(fields, columns);

  const record = { v: { f: [{ v: { f: [{ v: 'x' }] } }, { v: 'text' }, { v: '7' }] } };
  expect(decode({ f: [{ v: [record] }, { v: 'POINT(0 0)' }, { v: 'e-1' }] })).toEqual([
    'e-1',
    [[7, 'text']],
  ]);
});

test('compileDecoder does not take one of two fields of a name for the other', () => {
  const twice = structOf([
    { name: 'a', type: SCALARS.INT64 },
    { name: 'a', type: SCALARS.INT64 },
  ]);
  const field = { name: 'a', type: 'INTEGER' };
  const decodeWith = (fields: readonly ResultField[], v: unknown) =>
    decodeOne({ type: 'RECORD', fields }, twice, v);

  expect(decodeWith([field, field], { f: [{ v: '1' }, { v: '2' }] })).toEqual([1, 2]);
  expect(() => decodeWith([field, field, field], { f: [] })).toThrow('has no column');
});
