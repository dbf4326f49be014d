import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WarmingBudget } from '../../../src/sources/warming/warming-budget.ts';
import { openLevelUp, REDIS_URL } from '../../support/redis-level.ts';
import { TestClock } from '../../support/test-clock.ts';

const DAY_SECONDS = 86_400;
const DAILY_BYTES = 1_000;

/** Charges of three replicas, some of them on a later day. */
const charges = fc.array(
  fc.record({
    replica: fc.nat(2),
    bytes: fc.oneof(fc.nat(400), fc.constant(0)),
    days: fc.constantFrom(0, 0, 0, 1),
  }),
  { maxLength: 12, size: 'max' },
);

test.skipIf(!REDIS_URL)(
  'WarmingBudget is spent for the replica whose charge reaches the limit, by the bytes of all on that day',
  async () => {
    const { counter } = await openLevelUp(REDIS_URL ?? '');
    const clock = new TestClock();
    await fc.assert(
      fc.asyncProperty(charges, async (all) => {
        // Every sequence begins on days that no other has had.
        clock.advance(20 * DAY_SECONDS);
        const options = { dailyBytes: DAILY_BYTES, counter, clock: clock.now };
        const replicas = Array.from({ length: 3 }, () => new WarmingBudget(options));
        let ofDay = 0;
        for (const { replica, bytes, days } of all) {
          if (days > 0) ofDay = 0;
          clock.advance(days * DAY_SECONDS);
          ofDay += bytes;
          const budget = replicas[replica];
          await budget?.charge(bytes);

          expect(budget?.usage()).toEqual({
            spentBytes: Math.min(ofDay, DAILY_BYTES),
            dailyBytes: DAILY_BYTES,
          });
          expect(budget?.isSpent).toBe(ofDay >= DAILY_BYTES);
        }
        // Nobody thinks that more is spent than is.
        for (const each of replicas) expect(each.usage().spentBytes).toBeLessThanOrEqual(ofDay);
      }),
      { numRuns: 50 },
    );
  },
);

test('WarmingBudget goes by its own bytes while the sum of all is unknown', async () => {
  const clock = new TestClock();
  const counter = { add: async () => undefined };
  const budget = new WarmingBudget({ dailyBytes: DAILY_BYTES, counter, clock: clock.now });

  await budget.charge(DAILY_BYTES - 1);
  expect(budget.isSpent).toBe(false);
  await budget.charge(1);
  expect(budget.isSpent).toBe(true);
});

test('WarmingBudget does not count a sum of yesterday that comes after midnight', async () => {
  const clock = new TestClock();
  const sum = Promise.withResolvers<number>();
  const names: string[] = [];
  const counter = {
    add: (name: string) => {
      names.push(name);
      return sum.promise;
    },
  };
  const budget = new WarmingBudget({ dailyBytes: DAILY_BYTES, counter, clock: clock.now });

  const charged = budget.charge(10);
  clock.advance(DAY_SECONDS);
  sum.resolve(DAILY_BYTES);
  await charged;
  expect(budget.usage().spentBytes).toBe(0);

  await budget.charge(10);
  expect(new Set(names).size).toBe(2);
});
