import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FieldstoneError } from '../../../src/errors.ts';
import type { MergePart } from '../../../src/sources/batching/merging.ts';
import { Warmer, type WarmerOptions } from '../../../src/sources/warming/warmer.ts';
import { WarmingBudget } from '../../../src/sources/warming/warming-budget.ts';
import { cached, type Run, settled } from '../../support/cached.ts';
import { LIFETIME, testPlan } from '../../support/test-plan.ts';

function warmed(run?: Run, options: Partial<WarmerOptions> & { dailyBytes?: number } = {}) {
  const { dailyBytes = 1e12, ...rest } = options;
  const parts = cached(run);
  const { cache, source, counters, clock, dataState } = parts;
  const failures: unknown[] = [];
  const overBudget: number[] = [];
  const warmer = new Warmer({
    cache,
    source,
    budget: new WarmingBudget({ dailyBytes, clock: clock.now }),
    counters,
    clock: clock.now,
    dataState,
    onError: (error) => failures.push(error),
    onOverBudget: (records) => overBudget.push(records),
    ...rest,
  });
  return { ...parts, warmer, failures, overBudget };
}

test('Warmer keeps a hot key warm: one hour of steady requests sees one miss', async () => {
  const { ask, warmer, clock, below } = warmed();
  const seen: Record<string, number> = {};

  for (let second = 0; second < 3_600; second += 1) {
    const { cacheStatus } = await ask(testPlan('hot'));
    seen[cacheStatus] = (seen[cacheStatus] ?? 0) + 1;
    await warmer.look();
    clock.advance(1);
  }

  expect(seen).toEqual({ MISS: 1, HIT: 3_599 });
  // One every 270 to 300 seconds.
  expect(below.plans.length).toBeGreaterThanOrEqual(12);
  expect(below.plans.length).toBeLessThanOrEqual(14);
});

test('Warmer leaves a key that nobody reads alone within one lifetime', async () => {
  const { ask, warmer, clock, below } = warmed();
  await ask(testPlan('idle'));
  await ask(testPlan('idle'));

  for (let second = 0; second < 7_200; second += 10) {
    await warmer.look();
    clock.advance(10);
  }

  // The question itself, and the one refresh that its second reader was due.
  expect(below.plans).toHaveLength(2);
});

test('Warmer does not refresh again what was refreshed for a reader while it waited for its turn', async () => {
  const first = Promise.withResolvers<object>();
  const { ask, warmer, clock, below } = warmed(({ identity }, { isRefresh }) =>
    isRefresh && identity !== 'c' ? first.promise : {},
  );
  for (const name of ['a', 'b', 'c', 'a', 'b', 'c']) await ask(testPlan(name));
  clock.advance(901);

  const look = warmer.look();
  await ask(testPlan('c'));
  await settled();
  first.resolve({});
  await look;

  expect(below.plans.map(({ identity }) => identity).sort()).toEqual([
    'a',
    'a',
    'b',
    'b',
    'c',
    'c',
  ]);
});

test('Warmer asks anew: the refresh sees the new moment and asks for newer rows', async () => {
  const { ask, warmer, clock, below } = warmed();
  const computedAt = clock.now();
  await ask(testPlan('a'));
  await ask(testPlan('a'));

  clock.advance(300);
  await warmer.look();

  expect(below.runs.at(-1)?.newerThan).toBe(computedAt);
});

const DATA = [1, 2, 3].map((n) => ({ shared: `${n}`, local: `${n}` }));

test('Warmer refreshes rows at once when their data have changed, if they were read', async () => {
  const { ask, warmer, data, below } = warmed();
  [data.state] = DATA;
  for (const name of ['read', 'idle', 'read']) await ask(testPlan(name));

  data.state = DATA[1];
  await warmer.look();
  await warmer.look();
  const refreshed = await ask(testPlan('read'));

  expect(below.plans.map(({ identity }) => identity)).toEqual(['read', 'idle', 'read']);
  expect(below.runs.at(-1)).toMatchObject({ isRefresh: true, dataState: DATA[1] });
  expect(refreshed).toMatchObject({ rows: [[3]], cacheStatus: 'HIT' });
});

test('Warmer reports rows of earlier data once a period when the bytes are spent', async () => {
  const { ask, warmer, data, overBudget } = warmed(undefined, { dailyBytes: 0 });
  [data.state] = DATA;
  await ask(testPlan('a'));
  await ask(testPlan('a'));

  for (const state of DATA) {
    data.state = state;
    await warmer.look();
  }

  expect(overBudget).toEqual([1]);
});

test('Warmer tries rows again after a failure once the data have changed', async () => {
  const { ask, warmer, data, failures, clock } = warmed((_, { dataState }) => {
    if (dataState === DATA[1]) throw new FieldstoneError('ENGINE_FAILED', 'It fails');
    return {};
  });
  [data.state] = DATA;
  await ask(testPlan('a'));
  await ask(testPlan('a'));
  data.state = DATA[1];
  await warmer.look();
  await warmer.look();
  expect(failures).toHaveLength(1);

  data.state = DATA[2];
  clock.advance(0.1);
  await warmer.look();

  expect(await ask(testPlan('a'))).toMatchObject({ rows: [[3]], cacheStatus: 'HIT' });
});

test("Warmer leaves callers' own SQL alone", async () => {
  const { ask, warmer, clock, below } = warmed();
  const plan = testPlan('sql', {
    share: 'sandbox',
    lifetime: { ...LIFETIME, warmSeconds: undefined, revalidateSeconds: 0 },
  });
  await ask(plan);
  await ask(plan);

  clock.advance(600);
  await warmer.look();

  expect(below.plans).toHaveLength(1);
});

test('Warmer waits longer after every failure, and the rows go on answering', async () => {
  let isDown = false;
  const { ask, warmer, clock, below, failures } = warmed(() => {
    if (isDown) throw new FieldstoneError('ENGINE_UNAVAILABLE', 'The engine is away');
    return {};
  });
  await ask(testPlan('a'));
  isDown = true;

  for (let second = 0; second < 1_200; second += 1) {
    expect((await ask(testPlan('a'))).rows).toEqual([[1]]);
    await warmer.look();
    clock.advance(1);
  }

  expect(failures.length).toBeGreaterThan(5);
  // Waits of 1, 2, 4, … 64 seconds: far fewer runs than the 900 seconds since the first was due.
  expect(below.plans.length).toBeLessThan(30);
});

test('Warmer stops at the bytes of the day, counts what it left out, and goes on the next day', async () => {
  const { ask, warmer, clock, below, counters, overBudget } = warmed(() => ({ bytesBilled: 600 }), {
    dailyBytes: 1_000,
  });
  await ask(testPlan('a'));
  const refreshes = async (periods: number) => {
    const before = below.plans.length;
    for (let i = 0; i < periods; i += 1) {
      await ask(testPlan('a'));
      clock.advance(301);
      await warmer.look();
    }
    return below.plans.length - before;
  };

  expect(await refreshes(2)).toBe(2);
  expect(await refreshes(1)).toBe(0);
  expect(overBudget).toEqual([1]);
  expect(counters.read('warm_over_budget')).toBe(1);

  clock.advance(86_400);
  await ask(testPlan('a'));
  expect(await refreshes(1)).toBe(1);
});

test('Warmer refreshes together what one run can answer, those that are nearly due too', async () => {
  // For what was read last first: 'other', 'b', 'a'.
  const delays = [0.5, 0.9, 0];
  const { ask, warmer, clock, below } = warmed(undefined, { random: () => delays.shift() ?? 1 });
  const merge = { familyKey: 'family' } as MergePart;
  const mergeable = (name: string) => testPlan(name, { mergeAt: () => merge });
  const plans = [mergeable('a'), mergeable('b'), testPlan('other')];
  for (const plan of plans) await ask(plan);
  for (const plan of plans) await ask(plan);

  clock.advance(271);
  await warmer.look();

  expect(
    below.plans
      .slice(3)
      .map(({ identity }) => identity)
      .sort(),
  ).toEqual(['a', 'b']);
});

test('Warmer runs two refreshes at a time', async () => {
  let running = 0;
  let most = 0;
  const { ask, warmer, clock } = warmed(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return {};
  });
  const plans = Array.from({ length: 20 }, (_, i) => testPlan(`${i}`));
  for (const plan of plans) await ask(plan);
  for (const plan of plans) await ask(plan);
  most = 0;

  clock.advance(300);
  await warmer.look();

  expect(most).toBe(2);
});

test('Warmer looks again and again until it is stopped', async () => {
  const { ask, warmer, clock, below } = warmed();
  await ask(testPlan('a'));
  await ask(testPlan('a'));
  clock.advance(300);

  warmer.start(1);
  await expect.poll(() => below.plans.length).toBe(2);
  warmer.stop();
  await ask(testPlan('a'));
  clock.advance(300);
  await sleep(20);

  expect(below.plans).toHaveLength(2);
});

test('WarmingBudget counts what other replicas have spent', async () => {
  const { clock } = warmed();
  const totals = new Map<string, number>();
  const counter = {
    add: async (name: string, amount: number) => {
      const total = (totals.get(name) ?? 0) + amount;
      totals.set(name, total);
      return total;
    },
  };
  const options = { dailyBytes: 100, counter, clock: clock.now };
  const [here, there] = [new WarmingBudget(options), new WarmingBudget(options)];

  await there.charge(70);
  await here.charge(40);

  expect(here.isSpent).toBe(true);
  expect(there.isSpent).toBe(false);
});
