import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bigNumericText,
  numericText,
  parseBigDecimal,
  parseDecimal,
} from '../../../../src/googlesql/functions/math/decimal-text.ts';

const MAX_BIGNUMERIC =
  '578960446186580977117854925043439539266.34992332820282019728792003956564819967';
const MIN_BIGNUMERIC =
  '-578960446186580977117854925043439539266.34992332820282019728792003956564819968';

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

test.each([
  ['1.10000000000000000001', '1.10000000000000000001'],
  ['-00.50', '-0.5'],
  ['1e3', '1000'],
  ['-0.0', '0'],
  ['1e-39', '0'],
  [`0.${'0'.repeat(37)}15`, `0.${'0'.repeat(36)}02`],
  [`-0.${'0'.repeat(37)}15`, `-0.${'0'.repeat(36)}02`],
  [MAX_BIGNUMERIC, MAX_BIGNUMERIC],
  [MIN_BIGNUMERIC, MIN_BIGNUMERIC],
])('parseBigDecimal reads %s as %s', (text, bigNumeric) => {
  const value = parseBigDecimal(text);

  expect(value !== undefined && bigNumericText(value)).toBe(bigNumeric);
});

test.each(['', '.', '1e39', '1e999999', MIN_BIGNUMERIC.slice(1), `${MAX_BIGNUMERIC}5`])(
  'parseBigDecimal refuses "%s"',
  (text) => {
    expect(parseBigDecimal(text)).toBeUndefined();
  },
);

test('parseBigDecimal reads what bigNumericText writes', () => {
  const limit = 2n ** 255n;

  fc.assert(
    fc.property(fc.bigInt({ min: -limit, max: limit - 1n }), (value) => {
      expect(parseBigDecimal(bigNumericText(value))).toBe(value);
    }),
  );
});

test('the place of the point may be said by an exponent', () => {
  const digits = fc.stringMatching(/^[0-9]{1,40}$/);

  fc.assert(
    fc.property(digits, fc.integer({ min: -50, max: 50 }), (text, exponent) => {
      const moved =
        exponent < 0
          ? `${'0'.repeat(50)}${text}`.replace(new RegExp(`(.{${-exponent}})$`), '.$1')
          : `${text}${'0'.repeat(exponent)}`;

      for (const parse of [parseDecimal, parseBigDecimal]) {
        expect(parse(`${text}e${exponent}`)).toBe(parse(moved));
      }
    }),
  );
});

test('a text of a million digits is read at once', () => {
  const digits = '9'.repeat(1_000_000);
  const start = performance.now();

  expect([digits, `0.${digits}`, `${digits}e-999999`].map((text) => parseDecimal(text))).toEqual([
    undefined,
    1_000_000_000n,
    10_000_000_000n,
  ]);
  expect(performance.now() - start).toBeLessThan(300);
});
