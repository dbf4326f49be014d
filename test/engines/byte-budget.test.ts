import { expect, test } from 'vitest';
import { ByteBudget } from '../../src/engines/byte-budget.ts';

const NOON = Date.UTC(2026, 6, 1, 12);
const DAY = 86_400_000;

test('ByteBudget.rest counts each key for itself', () => {
  const budget = new ByteBudget(() => NOON);

  budget.charge('a', 30);
  budget.charge('a', 30);
  budget.charge('b', 1);

  expect([budget.rest('a', 100), budget.rest('a', 50), budget.rest('b', 100)]).toEqual([40, 0, 99]);
});

test('ByteBudget begins anew with the UTC day', () => {
  let now = NOON;
  const budget = new ByteBudget(() => now);
  budget.charge('a', 100);
  expect(budget.resetsAt()).toBe('2026-07-02T00:00:00.000Z');

  now = NOON + DAY / 2 - 1;
  expect(budget.rest('a', 100)).toBe(0);

  now += 1;
  expect(budget.rest('a', 100)).toBe(100);
});

test('ByteBudget.raise never lowers what was spent, and counts for its day only', () => {
  let now = NOON;
  const budget = new ByteBudget(() => now);
  budget.charge('a', 30);

  budget.raise('a', 20);
  expect(budget.rest('a', 100)).toBe(70);
  budget.raise('a', 60);
  expect(budget.rest('a', 100)).toBe(40);

  now += DAY;
  expect(budget.rest('a', 100)).toBe(100);
});
