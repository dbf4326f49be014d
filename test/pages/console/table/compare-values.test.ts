import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExact } from '../../../../src/pages/console/api/exact-json.ts';
import { compareValues, valueOrder } from '../../../../src/pages/console/table/compare-values.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('whole numbers are ordered with all their digits', () => {
  fc.assert(
    fc.property(int64, int64, (left, right) => {
      const order = compareValues('INT64', parseExact(`${left}`), parseExact(`${right}`));
      expect(Math.sign(order)).toBe(left < right ? -1 : Number(left > right));
    }),
  );
});

test('decimals are ordered with all their digits', () => {
  const near = fc.tuple(int64, fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999 }));

  fc.assert(
    fc.property(near, ([whole, one, other]) => {
      const text = (thousandths: number) => `${whole}.${String(thousandths).padStart(3, '0')}`;
      const order = compareValues('NUMERIC', text(one), text(other));
      const expected = Math.sign(one - other) * (whole < 0n ? -1 : 1);
      expect(Math.sign(order) + 0).toBe(expected + 0);
    }),
  );
});

test('null is first, and texts are in the order of their characters', () => {
  const values = ['b', null, 'B', 'a'];

  expect(values.toSorted((one, other) => compareValues('STRING', one, other))).toEqual([
    null,
    'B',
    'a',
    'b',
  ]);
});

test('a list is ordered as its values are, those that are equal as doubles too', () => {
  const values = fc.array(fc.option(fc.oneof(fc.integer({ min: -3, max: 3 }).map(BigInt), int64)));

  fc.assert(
    fc.property(values, (list) => {
      const exact = list.map((value) => (value === null ? null : parseExact(`${value}`)));
      const order = valueOrder('INT64', exact);
      const sorted = exact.map((_, index) => index).toSorted(order);
      const expected = exact.toSorted((one, other) => compareValues('INT64', one, other));
      expect(sorted.map((index) => exact[index])).toEqual(expected);
    }),
  );
});
