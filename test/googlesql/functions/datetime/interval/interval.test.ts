import { expect, test } from 'vitest';
import { parseInterval } from '../../../../../src/googlesql/functions/datetime/interval/interval.ts';

test.each([
  ['1-2', 'YEAR TO MONTH', { months: 14n, days: 0n, micros: 0n }],
  ['-1-2 3 -4:5:6.5', 'YEAR TO SECOND', { months: -14n, days: 3n, micros: -14_706_500_000n }],
  ['3 4', 'DAY TO HOUR', { months: 0n, days: 3n, micros: 14_400_000_000n }],
  ['-5:6.5', 'MINUTE TO SECOND', { months: 0n, days: 0n, micros: -306_500_000n }],
  ['1.5', 'SECOND', { months: 0n, days: 0n, micros: 1_500_000n }],
  ['7', 'DAY', { months: 0n, days: 7n, micros: 0n }],
])('parseInterval reads %s in %s', (text, part, interval) => {
  expect(parseInterval(text, part)).toEqual(interval);
});

test.each([
  ['1-2', 'YEAR TO DAY'],
  ['1', 'YEAR TO MONTH'],
  ['4:5:6.7891234', 'HOUR TO SECOND'],
  ['1-2', 'MONTH TO YEAR'],
  ['x', 'DAY'],
  ['1', 'WEEK'],
])('parseInterval refuses %s in %s', (text, part) => {
  expect(parseInterval(text, part)).toBeUndefined();
});
