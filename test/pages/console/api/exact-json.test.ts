import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  approximate,
  parseExact,
  printExact,
} from '../../../../src/pages/console/api/exact-json.ts';

test.each([
  '9007199254740993',
  '-9223372036854775808',
  '0.1',
  '1e21',
  '123456789012345678901234567890.123456789',
  '-0',
  '{"__proto__":{"a":1},"constructor":2}',
  '[null,true,"\\u2028</script>",{}]',
])('JSON is the same after reading and writing: %s', (text) => {
  const again = printExact(parseExact(text));

  expect(again.replace('e+', 'e')).toBe(text.replace(/\\u2028/, '\u2028'));
});

test('every number of JSON keeps its digits', () => {
  const digits = fc.tuple(fc.bigInt(), fc.option(fc.bigInt({ min: 0n })));

  fc.assert(
    fc.property(digits, ([whole, fraction]) => {
      const text = fraction === null ? `${whole}` : `${whole}.${fraction}`;
      expect(printExact(parseExact(text)).replace(/\.0+$/, '')).toBe(text.replace(/\.0+$/, ''));
    }),
  );
});

test.each([
  ['"1.5"', 1.5],
  ['9007199254740993', 9_007_199_254_740_992],
  ['"abc"', undefined],
  ['""', undefined],
  ['null', undefined],
  ['true', undefined],
  ['[1]', undefined],
])('a chart draws %s as %s', (text, number) => {
  expect(approximate(parseExact(text))).toBe(number);
});
