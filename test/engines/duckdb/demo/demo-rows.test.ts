import { expect, test } from 'vitest';
import { demoRange } from '../../../../src/engines/duckdb/demo/demo-rows.ts';
import { MICROS_PER_DAY } from '../../../../src/engines/duckdb/tables/time-range.ts';

const TODAY = BigInt(Date.UTC(2026, 6, 10)) * 1_000n;
const NOW = TODAY + 3_600_000_000n;
const FIRST = TODAY - 8n * BigInt(MICROS_PER_DAY);

test.each([
  ['no bounds', {}, FIRST, NOW + 1n],
  ['bounds inside', { lower: TODAY, upper: TODAY + 5n }, TODAY, TODAY + 6n],
  ['bounds that are numbers', { lower: Number(TODAY), upper: Number(NOW) - 1 }, TODAY, NOW],
  ['bounds outside', { lower: FIRST - 1n, upper: NOW + 1n }, FIRST, NOW + 1n],
  ['a lower bound alone', { lower: NOW }, NOW, NOW + 1n],
  ['a range of the future', { lower: NOW + 7n, upper: NOW + 9n }, NOW + 7n, NOW + 7n],
  ['a range before the first day', { lower: 0n, upper: FIRST - 1n }, FIRST, FIRST],
  ['bounds that exclude each other', { lower: NOW - 1n, upper: NOW - 9n }, NOW - 1n, NOW - 1n],
])('demoRange of %s is whole days before today up to now', (_, bounds, start, end) => {
  expect(demoRange(NOW, bounds)).toEqual({ start, end });
  expect(demoRange(Number(NOW), bounds)).toEqual({ start, end });
});
