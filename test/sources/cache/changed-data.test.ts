import { expect, test } from 'vitest';
import type { SharedCache } from '../../../src/cache/shared.ts';
import { FieldstoneError } from '../../../src/errors.ts';
import { cached, type Run, settled } from '../../support/cached.ts';
import { LIFETIME, testPlan } from '../../support/test-plan.ts';

const BEFORE = { shared: 'a', local: 'a1' };
const TOUCHED = { shared: 'a', local: 'a2' };
const AFTER = { shared: 'b', local: 'b1' };

/** A cached source over an engine that knows the state of its data. */
function onData(run?: Run, shared?: Pick<SharedCache, 'get'>) {
  const parts = cached(run, shared);
  parts.data.state = BEFORE;
  return parts;
}

/** One whose engine can be told to fail. */
function onFailingData() {
  const engine = { isDown: false };
  const parts = onData(() => {
    if (engine.isDown) throw new FieldstoneError('ENGINE_FAILED', 'It fails');
    return {};
  });
  return { ...parts, engine };
}

test.each([
  ['fresh', 0],
  ['refreshed', 901],
])(
  'CachedSource computes rows anew that are %s, before it answers, once their data have changed',
  async (_, age) => {
    const { ask, data, clock, source } = onData();
    const plan = testPlan('a');
    await ask(plan);
    clock.advance(age);

    data.state = AFTER;
    const peeked = source.peek(plan);
    const first = await ask(plan);
    const second = await ask(plan);

    expect(peeked).toBeUndefined();
    expect(first).toMatchObject({ rows: [[2]], cacheStatus: 'MISS' });
    expect(second).toMatchObject({ rows: [[2]], cacheStatus: 'HIT' });
  },
);

test('CachedSource serves rows again whose data are as they were', async () => {
  const { ask, data, below } = onFailingData();
  await ask(testPlan('a'));
  data.state = AFTER;
  data.state = BEFORE;

  expect(await ask(testPlan('a'))).toMatchObject({ rows: [[1]], cacheStatus: 'HIT' });
  expect(below.plans).toHaveLength(1);
});

test('CachedSource asks once a request for the state of the data that a plan reads', async () => {
  const { ask, data, source } = onData();
  const plan = testPlan('a');
  await ask(plan);
  let reads = 0;
  Object.defineProperty(data, 'state', {
    get: () => {
      reads += 1;
      return BEFORE;
    },
  });

  await ask(plan);

  expect(source.peek(testPlan('other'))).toBeUndefined();
  expect(reads).toBe(1);
});

test('CachedSource lets nobody who comes after a change join a run that began before it', async () => {
  const old = Promise.withResolvers<object>();
  for (const lifetime of [LIFETIME, undefined]) {
    const { ask, data, below } = onData(() => (below.plans.length === 1 ? old.promise : {}));
    const plan = testPlan('a', { lifetime });

    const early = ask(plan);
    await settled();
    data.state = AFTER;
    const late = await Promise.all([ask(plan), ask(plan)]);
    old.resolve({});

    expect(late.map(({ rows }) => rows)).toEqual([[[2]], [[2]]]);
    expect(await early).toMatchObject({ rows: [[1]] });
    expect(below.plans).toHaveLength(2);
  }
});

test('CachedSource serves no rows of a run that ended after the data had changed', async () => {
  const old = Promise.withResolvers<object>();
  const { ask, data, below } = onData(() => (below.plans.length === 1 ? old.promise : {}));

  const early = ask(testPlan('a'));
  await settled();
  data.state = AFTER;
  old.resolve({});
  await early;

  expect(await ask(testPlan('a'))).toMatchObject({ rows: [[2]], cacheStatus: 'MISS' });
});

test('CachedSource serves rows of earlier data where the engine fails', async () => {
  const { ask, data, engine } = onFailingData();
  await ask(testPlan('a'));
  data.state = AFTER;
  engine.isDown = true;

  const answers = [await ask(testPlan('a')), await ask(testPlan('a'))];

  expect(answers).toMatchObject(
    Array(2).fill({ rows: [[1]], cacheStatus: 'STALE', failedStatus: 502 }),
  );
});

test('CachedSource serves no rows of earlier data where none are served on failures', async () => {
  const { ask, data, engine } = onFailingData();
  const plan = testPlan('a', { lifetime: { ...LIFETIME, errorSeconds: 0 } });
  await ask(plan);
  data.state = AFTER;
  engine.isDown = true;

  await expect(ask(plan)).rejects.toThrow('It fails');
});

test('CachedSource tries again at once after a failure when the data have changed', async () => {
  const { ask, data, engine, clock } = onFailingData();
  await ask(testPlan('a'));
  clock.advance(1_300);
  engine.isDown = true;
  await ask(testPlan('a'));
  engine.isDown = false;
  expect(await ask(testPlan('a'))).toMatchObject({ cacheStatus: 'STALE' });

  data.state = AFTER;

  expect(await ask(testPlan('a'))).toMatchObject({ cacheStatus: 'MISS' });
});

test('CachedSource counts a refresh as failed on the data that there were when it began', async () => {
  const refresh = Promise.withResolvers<object>();
  const { ask, data, below, clock } = onData(() =>
    below.plans.length === 2 ? refresh.promise : {},
  );
  await ask(testPlan('a'));
  clock.advance(901);
  await ask(testPlan('a'));
  data.state = AFTER;
  refresh.reject(new FieldstoneError('ENGINE_FAILED', 'It fails'));
  await settled();

  expect(await ask(testPlan('a'))).toMatchObject({ rows: [[3]], cacheStatus: 'MISS' });
});

const sharedRows = (shared: string, computedAt: bigint) => ({
  get: async () => ({
    rows: [[7]],
    truncated: false,
    bytesBilled: 0,
    computedAt,
    dataState: { shared },
  }),
});

test('CachedSource takes rows of another replica whose data have the same names and sizes', async () => {
  const now = cached().clock.now();
  const same = onData(undefined, sharedRows(BEFORE.shared, now));
  const other = onData(undefined, sharedRows(AFTER.shared, now));

  const answers = await Promise.all([same, other].map(({ ask }) => ask(testPlan('a'))));

  expect(answers.map(({ rows }) => rows)).toEqual([[[7]], [[1]]]);
});

test('CachedSource requires rows that are newer than those of earlier data', async () => {
  const { ask, data, below } = onData();
  await ask(testPlan('a'));
  const { computedAt } = await ask(testPlan('a'));

  data.state = TOUCHED;
  await ask(testPlan('a'));

  expect(below.runs.map(({ newerThan }) => newerThan)).toEqual([undefined, computedAt]);
  expect(below.runs.map(({ dataState }) => dataState)).toEqual([BEFORE, TOUCHED]);
  expect(below.runs.map(({ isRefresh }) => isRefresh)).toEqual([undefined, undefined]);
});
