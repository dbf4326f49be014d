import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  numericText,
  parseDecimal,
} from '../../../../src/googlesql/functions/math/decimal-text.ts';

test.each([
  ['1', '1'],
  ['-1.500', '-1.5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1e2', '100'],
  ['1e-10', '0'],
  ['1.0000000005', '1.000000001'],
  ['-1.0000000005', '-1.000000001'],
  ['0.0000000004', '0'],
  ['99999999999999999999999999999.999999999', '99999999999999999999999999999.999999999'],
])('parseDecimal reads %s as %s', (text, numeric) => {
  const value = parseDecimal(text);

  expect(value !== undefined && numericText(value)).toBe(numeric);
});

test.each(['', '.', 'e5', '1 2', 'nan', '1e40', '99999999999999999999999999999.9999999995'])(
  'parseDecimal refuses "%s"',
  (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  },
);

test('parseDecimal reads what numericText writes', () => {
  const limit = 10n ** 38n - 1n;

  fc.assert(
    fc.property(fc.bigInt({ min: -limit, max: limit }), (value) => {
      expect(parseDecimal(numericText(value))).toBe(value);
    }),
  );
});
