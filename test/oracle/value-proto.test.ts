import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayOf, SCALARS, structOf } from '../../src/googlesql/types.ts';
import { integerValue } from '../../src/googlesql/value.ts';
import { decodeType, encodeType } from './type-proto.ts';
import { decodeValue, encodeValue } from './value-proto.ts';

const micros = fc
  .bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n })
  .map(integerValue);

test('decodeValue reads back every TIMESTAMP that encodeValue writes', () => {
  fc.assert(
    fc.property(micros, (value) => {
      expect(decodeValue(SCALARS.TIMESTAMP, encodeValue(SCALARS.TIMESTAMP, value))).toBe(value);
    }),
  );
});

test('decodeValue reads back every NUMERIC that encodeValue writes', () => {
  const numeric = fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n });
  fc.assert(
    fc.property(numeric, (scaled) => {
      const digits = String(scaled < 0n ? -scaled : scaled).padStart(10, '0');
      const fraction = digits.slice(-9).replace(/0+$/, '');
      const text = (scaled < 0n ? '-' : '') + digits.slice(0, -9) + (fraction && `.${fraction}`);

      expect(decodeValue(SCALARS.NUMERIC, encodeValue(SCALARS.NUMERIC, text))).toBe(text);
    }),
  );
});

test.each([
  ['DATE', '1969-12-31'],
  ['DATETIME', '2026-07-01T10:11:12.000005'],
  ['DATETIME', '0001-01-01T00:00:00'],
  ['TIME', '23:59:59.999999'],
  ['INTERVAL', '-1-2 -3 4:5:6.500000'],
  ['INTERVAL', '0-0 0 -30:0:1'],
  ['BYTES', '/wBh'],
  ['JSON', '{"a":[1,null]}'],
  ['FLOAT64', Number.NEGATIVE_INFINITY],
  ['BIGNUMERIC', '-0.00000000001'],
  ['INT64', 9_223_372_036_854_775_807n],
] as const)('decodeValue reads back the %s %s', (kind, value) => {
  expect(decodeValue(SCALARS[kind], encodeValue(SCALARS[kind], value))).toBe(value);
});

test('decodeValue reads nested values with NULLs', () => {
  const type = arrayOf(
    structOf([
      { name: 'a', type: SCALARS.INT64 },
      { name: '', type: SCALARS.STRING },
    ]),
  );
  const value = [[1, null], [null, 'x'], null];

  expect(decodeValue(type, encodeValue(type, value))).toEqual(value);
  expect(decodeType(encodeType(type))).toEqual(type);
});
