import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ageOf,
  type Freshness,
  freshnessOf,
  maxAgeSeconds,
  outdatedFreshnessOf,
} from '../../src/cache/lifetime.ts';
import { LIFETIME } from '../support/test-plan.ts';

const COMPUTED = 1_782_900_000_000_000n;
const seconds = (count: number) => BigInt(count * 1e6);

/** Fresh for 900 s, served while a refresh runs for 300 s more, and on failures for 3600 s more. */
const STEPS: readonly (readonly [age: bigint, freshness: Freshness])[] = [
  [-seconds(301), 'revalidate'],
  [-seconds(300) - 1n, 'revalidate'],
  [-seconds(300), 'fresh'],
  [-1n, 'fresh'],
  [0n, 'fresh'],
  [seconds(900) - 1n, 'fresh'],
  [seconds(900), 'revalidate'],
  [seconds(1_200) - 1n, 'revalidate'],
  [seconds(1_200), 'error'],
  [seconds(4_500) - 1n, 'error'],
  [seconds(4_500), 'expired'],
  [seconds(4e9), 'expired'],
];

test.each(STEPS)('rows of the age %d us are for the use: %s', (age, freshness) => {
  expect(freshnessOf(LIFETIME, COMPUTED, COMPUTED + age)).toBe(freshness);
});

test.each(STEPS)('rows of other data, of the age %d us, are for failures or for nothing', (age) => {
  const freshness = outdatedFreshnessOf(LIFETIME, COMPUTED, COMPUTED + age);

  expect(freshness).toBe(age < seconds(4_500) ? 'error' : 'expired');
});

test('rows of other data are for nothing where no stale rows are served on failures', () => {
  const lifetime = { ...LIFETIME, errorSeconds: 0 };

  expect(outdatedFreshnessOf(lifetime, COMPUTED, COMPUTED)).toBe('expired');
});

const ORDER: readonly Freshness[] = ['fresh', 'revalidate', 'error', 'expired'];
const span = fc.integer({ min: 0, max: 100_000 });
const lifetimes = fc.record({
  freshSeconds: span,
  warmSeconds: fc.constant(undefined),
  revalidateSeconds: span,
  errorSeconds: span,
});

test('rows never become fresher with time, and are of no use past their whole life', () => {
  const age = fc.bigInt({ min: 0n, max: seconds(300_000) });
  fc.assert(
    fc.property(lifetimes, age, age, (lifetime, one, other) => {
      const [earlier, later] = [one, other]
        .sort((a, b) => Number(a - b))
        .map((at = 0n) => freshnessOf(lifetime, COMPUTED, COMPUTED + at));
      const whole = seconds(maxAgeSeconds(lifetime));

      expect(ORDER.indexOf(earlier ?? 'expired')).toBeLessThanOrEqual(
        ORDER.indexOf(later ?? 'fresh'),
      );
      expect(freshnessOf(lifetime, COMPUTED, COMPUTED + whole)).toBe('expired');
      if (whole > 0n) {
        expect(freshnessOf(lifetime, COMPUTED, COMPUTED + whole - 1n)).not.toBe('expired');
      }
    }),
  );
});

test('the age of rows that another clock has computed in our future is zero', () => {
  expect([ageOf(COMPUTED, COMPUTED - 1n), ageOf(COMPUTED, COMPUTED + 1n)]).toEqual([0n, 1n]);
});
