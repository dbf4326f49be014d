import { expect, test } from 'vitest';
import { FieldstoneError } from '../../../src/errors.ts';
import { cached, settled } from '../../support/cached.ts';
import { live } from '../../support/live.ts';
import { testPlan } from '../../support/test-plan.ts';

const unavailable = () => new FieldstoneError('ENGINE_UNAVAILABLE', 'The engine is away');

test('CachedSource runs a question once and then answers from memory', async () => {
  const { ask, below } = cached();

  const first = await ask(testPlan('a'));
  const second = await ask(testPlan('a'));

  expect(first).toMatchObject({ rows: [[1]], cacheStatus: 'MISS' });
  expect(second).toMatchObject({ rows: [[1]], cacheStatus: 'HIT' });
  expect(below.plans).toHaveLength(1);
});

test('CachedSource gives what was made from the rows the life of the rows', async () => {
  const { ask } = cached();

  const first = await ask(testPlan('a'));
  first.derived?.set('text', 'made once', 9);
  const second = await ask(testPlan('a'));

  expect(second.derived?.get('text')).toBe('made once');
});

test('CachedSource keeps the plan of its rows, so that they can be refreshed', async () => {
  const { ask, cache } = cached();
  const plan = testPlan('a');

  await ask(plan);

  expect(cache.peek(plan)?.question).toBe(plan);
});

test('CachedSource changes nothing and counts nothing when it peeks', async () => {
  const { ask, source, cache, counters, clock, below } = cached();
  const plan = testPlan('a');
  expect(source.peek(plan)).toBeUndefined();
  await ask(plan);

  expect(source.peek(plan)).toMatchObject({ rows: [[1]], cacheStatus: 'HIT' });
  clock.advance(901);
  expect(source.peek(plan)).toMatchObject({ rows: [[1]], cacheStatus: 'STALE' });
  clock.advance(1_000);
  expect(source.peek(plan)).toBeUndefined();
  clock.advance(1e6);
  expect(source.peek(plan)).toBeUndefined();
  await settled();

  expect(cache.peek(plan)).toMatchObject({ wasRead: false, isRefreshing: false });
  expect(counters.read('memory_hit')).toBe(0);
  expect(below.plans).toHaveLength(1);
});

test('CachedSource answers kept rows at once, says whether they still are, and counts a touch as a hit', async () => {
  const { ask, source, cache, counters } = cached();
  const plan = testPlan('a');
  await ask(plan);

  const kept = source.answer(plan, live());
  if (kept instanceof Promise) throw new Error('The rows are not kept');
  const record = cache.peek(plan);
  if (record) record.wasRead = false;

  expect(kept.hit?.isCached()).toBe(true);
  expect(record?.wasRead).toBe(false);
  expect(counters.read('memory_hit')).toBe(1);
  kept.hit?.touch();
  expect(record?.wasRead).toBe(true);
  expect(counters.read('memory_hit')).toBe(2);
  await cache.set(plan, kept);
  expect(kept.hit?.isCached()).toBe(false);
  expect(counters.read('memory_hit')).toBe(2);
});

test('CachedSource keeps no rows of a plan without a lifetime', async () => {
  const { ask, source } = cached();
  const plan = testPlan('a', { lifetime: undefined });

  expect(await ask(plan)).toMatchObject({ rows: [[1]], cacheStatus: 'BYPASS' });
  expect(await ask(plan)).toMatchObject({ rows: [[2]], cacheStatus: 'BYPASS' });
  expect(source.peek(plan)).toBeUndefined();
});

test('CachedSource runs once for all who ask meanwhile, kept or not', async () => {
  for (const lifetime of [testPlan('a').lifetime, undefined]) {
    const { ask, below } = cached(async () => settled().then(() => ({})));
    const plan = () => testPlan('a', { lifetime });

    const answers = await Promise.all(Array.from({ length: 1000 }, () => ask(plan())));

    expect(below.plans).toHaveLength(1);
    expect(answers.filter(({ cacheStatus }) => cacheStatus === 'COLLAPSED')).toHaveLength(999);
  }
});

test('CachedSource does not take the entry of another identity under the same key', async () => {
  const { ask } = cached();
  const { key } = testPlan('a');

  await ask(testPlan('a'));
  const other = await ask(testPlan('b', { key }));

  expect(other).toMatchObject({ rows: [[2]], cacheStatus: 'MISS' });
});

test('CachedSource is fresh up to the last microsecond of freshSeconds', async () => {
  const { ask, clock } = cached();
  await ask(testPlan('a'));

  clock.advance(899.999999);
  expect(await ask(testPlan('a'))).toMatchObject({ cacheStatus: 'HIT' });

  clock.advance(0.000001);
  expect(await ask(testPlan('a'))).toMatchObject({ cacheStatus: 'STALE' });
});

test('CachedSource answers stale rows at once while exactly one refresh runs', async () => {
  const refresh = Promise.withResolvers<object>();
  const { ask, below, clock } = cached(() => (below.plans.length === 1 ? {} : refresh.promise));
  await ask(testPlan('a'));
  clock.advance(901);

  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(testPlan('a'))));
  refresh.resolve({});
  await settled();
  const later = await ask(testPlan('a'));

  expect(answers.every(({ cacheStatus }) => cacheStatus === 'STALE')).toBe(true);
  expect(below.plans).toHaveLength(2);
  expect(later).toMatchObject({ rows: [[2]], cacheStatus: 'HIT' });
});

test('CachedSource waits for the engine once rows are too old to be answered at once', async () => {
  const { ask, clock } = cached();
  await ask(testPlan('a'));
  clock.advance(1_200);

  expect(await ask(testPlan('a'))).toMatchObject({ rows: [[2]], cacheStatus: 'MISS' });
});

test('CachedSource answers old rows when the engine fails, up to errorSeconds', async () => {
  let isDown = false;
  const { ask, clock } = cached(() => {
    if (isDown) throw unavailable();
    return {};
  });
  await ask(testPlan('a'));
  isDown = true;

  clock.advance(1_300);
  expect(await ask(testPlan('a'))).toMatchObject({
    rows: [[1]],
    cacheStatus: 'STALE',
    failedStatus: 503,
  });

  clock.advance(900 + 3_600);
  await expect(ask(testPlan('a'))).rejects.toThrow('The engine is away');
});

test("CachedSource lets the caller's own errors through", async () => {
  let isDown = false;
  const { ask, clock } = cached(() => {
    if (isDown) throw new FieldstoneError('COST_LIMIT_EXCEEDED', 'Too dear');
    return {};
  });
  await ask(testPlan('a'));
  isDown = true;
  clock.advance(1_300);

  await expect(ask(testPlan('a'))).rejects.toThrow('Too dear');
});

test('CachedSource does not ask a failing engine at every request', async () => {
  let isDown = false;
  const { ask, below, clock } = cached(() => {
    if (isDown) throw unavailable();
    return {};
  });
  await ask(testPlan('a'));
  isDown = true;

  for (const age of [901, 1_300]) {
    clock.advance(age);
    const before = below.plans.length;
    for (let i = 0; i < 10; i += 1) await ask(testPlan('a'));
    await settled();
    expect(below.plans.length - before).toBe(1);
  }
});

test('CachedSource is fresh again after a failure that passed', async () => {
  let isDown = false;
  const { ask, clock } = cached(() => {
    if (isDown) throw unavailable();
    return {};
  });
  await ask(testPlan('a'));
  isDown = true;
  clock.advance(1_300);
  await ask(testPlan('a'));
  isDown = false;
  clock.advance(61);

  expect(await ask(testPlan('a'))).toMatchObject({ cacheStatus: 'MISS' });
});

test('CachedSource tries again at once when the clock was set back after a failure', async () => {
  let isDown = false;
  const { ask, clock } = cached(() => {
    if (isDown) throw unavailable();
    return {};
  });
  await ask(testPlan('a'));
  clock.advance(901);
  isDown = true;
  await ask(testPlan('a'));
  await settled();
  isDown = false;

  clock.advance(-3_600);
  await ask(testPlan('a'));
  await settled();

  expect(await ask(testPlan('a'))).toMatchObject({ rows: [[3]], cacheStatus: 'HIT' });
});

test('CachedSource gives rows that are too large to be kept no memory', async () => {
  const { ask } = cached(() => ({ rows: [['x'.repeat(600_000)]] }));

  const answers = [await ask(testPlan('a')), await ask(testPlan('a'))];

  expect(answers.map(({ cacheStatus, derived }) => [cacheStatus, derived])).toEqual([
    ['MISS', undefined],
    ['MISS', undefined],
  ]);
});

test('CachedSource takes rows that another replica has computed', async () => {
  const { clock } = cached();
  const entry = {
    rows: [[7]],
    truncated: false,
    bytesBilled: 5,
    computedAt: clock.now() - 60_000_000n,
  };
  let lookups = 0;
  const { ask, below } = cached(undefined, {
    get: async () => {
      lookups += 1;
      return entry;
    },
  });

  const answers = await Promise.all([ask(testPlan('a')), ask(testPlan('a')), ask(testPlan('a'))]);

  expect(answers.map(({ rows, cacheStatus }) => [rows, cacheStatus])).toEqual(
    Array(3).fill([[[7]], 'HIT']),
  );
  expect(below.plans).toHaveLength(0);
  expect(lookups).toBe(1);
});

test('CachedSource does not cancel the run when one of two callers leaves', async () => {
  const run = Promise.withResolvers<object>();
  const { ask, below } = cached(() => run.promise);
  const leaving = new AbortController();

  const left = ask(testPlan('a'), live({ signal: leaving.signal }));
  const stays = ask(testPlan('a'));
  leaving.abort(new Error('gone'));
  run.resolve({});

  await expect(left).rejects.toThrow('gone');
  expect(await stays).toMatchObject({ rows: [[1]] });
  expect(below.plans).toHaveLength(1);
});

test('CachedSource refreshes rows that a clock ahead of ours has computed, and goes on with them', async () => {
  const { ask, clock, below } = cached();
  await ask(testPlan('a'));

  clock.advance(-3_600);
  const stale = await ask(testPlan('a'));
  await settled();
  const later = await ask(testPlan('a'));

  expect(stale.cacheStatus).toBe('STALE');
  expect(later).toMatchObject({ rows: [[2]], cacheStatus: 'HIT' });
  expect(below.plans).toHaveLength(2);
});
