import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutputColumn } from '../../src/googlesql/analysis/analyze.ts';
import { arrayOf, SCALARS, structOf, type Type } from '../../src/googlesql/types.ts';
import type { Row, Value } from '../../src/googlesql/value.ts';
import { encodeResult } from '../../src/values/encode.ts';
import { toJsonValue } from '../../src/values/json-value.ts';

async function encodeText(...result: Parameters<typeof encodeResult>): Promise<string> {
  return (await encodeResult(...result)).toString();
}

async function encodeOne(type: Type, value: Value): Promise<string> {
  const text = await encodeText([{ name: 'x', type }], [[value]]);
  return text.slice('{"result":[{"x":'.length, -'}]}'.length);
}

const SPELLINGS: readonly (readonly [Type, Value, string])[] = [
  [SCALARS.BOOL, true, 'true'],
  [SCALARS.INT64, 42, '42'],
  [SCALARS.INT64, 9_223_372_036_854_775_807n, '9223372036854775807'],
  [SCALARS.INT64, -9_223_372_036_854_775_808n, '-9223372036854775808'],
  [SCALARS.FLOAT64, 0.1, '0.1'],
  [SCALARS.FLOAT64, 1e300, '1e+300'],
  [SCALARS.FLOAT64, -0, '0'],
  [SCALARS.FLOAT64, Number.NaN, 'null'],
  [SCALARS.FLOAT64, Number.POSITIVE_INFINITY, 'null'],
  [SCALARS.FLOAT64, Number.NEGATIVE_INFINITY, 'null'],
  [SCALARS.NUMERIC, '12345678901234567890.123456789', '"12345678901234567890.123456789"'],
  [SCALARS.BIGNUMERIC, '-0.5', '"-0.5"'],
  [SCALARS.STRING, 'a "b"\n\u2028 \ud83d\ude00', '"a \\"b\\"\\n\u2028 \ud83d\ude00"'],
  [SCALARS.STRING, 'broken \ud800', '"broken \\ud800"'],
  [SCALARS.STRING, '', '""'],
  [SCALARS.BYTES, 'aGk=', '"aGk="'],
  [SCALARS.DATE, '2026-07-01', '"2026-07-01"'],
  [SCALARS.DATETIME, '2026-07-01T10:00:00.000001', '"2026-07-01T10:00:00.000001"'],
  [SCALARS.TIME, '10:00:00', '"10:00:00"'],
  [SCALARS.TIMESTAMP, 1_782_900_000_000_000, '1782900000000000'],
  [SCALARS.TIMESTAMP, 253_402_300_799_999_999n, '253402300799999999'],
  [SCALARS.INTERVAL, '1-2 3 4:5:6', '"1-2 3 4:5:6"'],
  [SCALARS['RANGE<DATE>'], '[2026-07-01, UNBOUNDED)', '"[2026-07-01, UNBOUNDED)"'],
  [SCALARS.JSON, '{"a": [1, 12345678901234567890]}', '{"a": [1, 12345678901234567890]}'],
  [SCALARS.JSON, 'null', 'null'],
  [SCALARS.JSON, null, 'null'],
  [SCALARS.STRING, null, 'null'],
  [arrayOf(SCALARS.INT64), [1, null, 3], '[1,null,3]'],
  [arrayOf(SCALARS.INT64), [], '[]'],
  [arrayOf(SCALARS.INT64), null, '[]'],
  [structOf([]), [], '{}'],
  [structOf([{ name: 'a', type: SCALARS.INT64 }]), null, 'null'],
];

test.each(SPELLINGS.map(([type, value, expected]) => [expected, type, value] as const))(
  'encodeResult writes %s',
  async (expected, type, value) => {
    expect(await encodeOne(type, value)).toBe(expected);
  },
);

test('encodeResult writes rows as objects by column name, in order', async () => {
  const columns = [
    { name: 'f0_', type: SCALARS.INT64 },
    { name: 'a "name"', type: SCALARS.STRING },
  ];

  expect(await encodeText(columns, [])).toBe('{"result":[]}');
  expect(
    await encodeText(columns, [
      [1, 'x'],
      [2, null],
    ]),
  ).toBe('{"result":[{"f0_":1,"a \\"name\\"":"x"},{"f0_":2,"a \\"name\\"":null}]}');
});

test('encodeResult writes timestamps as integers at any depth', async () => {
  const type = arrayOf(
    structOf([
      { name: 'at', type: SCALARS.TIMESTAMP },
      { name: 'inner', type: arrayOf(structOf([{ name: 'at', type: SCALARS.TIMESTAMP }])) },
    ]),
  );

  expect(await encodeOne(type, [[1, [[2], [null]]], null])).toBe(
    '[{"at":1,"inner":[{"at":2},{"at":null}]},null]',
  );
});

test('encodeResult names fields without a name by their place, and keeps the last of two', async () => {
  const type = structOf([
    { name: '', type: SCALARS.INT64 },
    { name: 'a', type: SCALARS.INT64 },
    { name: '', type: SCALARS.STRING },
    { name: 'a', type: SCALARS.STRING },
  ]);

  expect(await encodeOne(type, [1, 2, 'three', 'four'])).toBe(
    '{"_field_1":1,"a":"four","_field_3":"three"}',
  );
});

const scalars: readonly (readonly [Type, fc.Arbitrary<Value>])[] = [
  [SCALARS.BOOL, fc.boolean()],
  [SCALARS.INT64, fc.maxSafeInteger()],
  [SCALARS.TIMESTAMP, fc.maxSafeInteger()],
  [SCALARS.FLOAT64, fc.double()],
  [SCALARS.STRING, fc.string({ unit: 'binary' })],
  [SCALARS.JSON, fc.json()],
];

const name = fc.oneof(fc.string(), fc.constantFrom('', '__proto__', 'constructor', 'toString'));

const typed: fc.Arbitrary<readonly [Type, Value]> = fc.letrec<{ any: readonly [Type, Value] }>(
  (tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc
        .constantFrom(...scalars)
        .chain(([type, value]) => fc.option(value).map((v) => [type, v] as const)),
      tie('any').map(([type, value]) => [arrayOf(type), [value, null, value]] as const),
      fc
        .array(fc.tuple(name, tie('any')), { maxLength: 4 })
        .map(
          (fields) =>
            [
              structOf(fields.map(([field, [type]]) => ({ name: field, type }))),
              fields.map(([, [, value]]) => value),
            ] as const,
        ),
    ),
  }),
).any;

test('encodeResult and toJsonValue agree on every value that a number can hold', async () => {
  await fc.assert(
    fc.asyncProperty(typed, async ([type, value]) => {
      // Through text: -0 and 0 are one number in JSON.
      const plain: unknown = JSON.parse(JSON.stringify(toJsonValue(type)(value)));

      expect(JSON.parse(await encodeOne(type, value))).toEqual(plain);
    }),
  );
});

test('encodeResult gives an own member to a column called __proto__', async () => {
  const columns: OutputColumn[] = [{ name: '__proto__', type: SCALARS.STRING }];
  const rows: Row[] = [['x']];

  expect(await encodeText(columns, rows)).toBe('{"result":[{"__proto__":"x"}]}');
});
