import { expect, test } from 'vitest';
import { live } from '../support/live.ts';
import { REDIS_URL } from '../support/redis-level.ts';
import { HeldSource, NOW, openReplica, waits, written } from '../support/replica.ts';
import { ScriptedSource } from '../support/scripted-source.ts';
import { testPlan } from '../support/test-plan.ts';

const check = test.skipIf(!REDIS_URL);
const CACHED = testPlan('question');
const UNCACHED = testPlan('question', { lifetime: undefined });

const BEFORE = { shared: 'a', local: 'first a' };
/** What another replica sees of the same files. */
const SAME = { shared: 'a', local: 'second a' };
const AFTER = { shared: 'b', local: 'second b' };

const onData = (dataState: typeof BEFORE) => live({ dataState });

check.each([
  ['cached', CACHED],
  ['uncached', UNCACHED],
])(
  'ReplicaSingleFlight joins no run of a %s plan that another replica began on other data',
  async (_kind, plan) => {
    const source = new HeldSource();
    const first = await openReplica(source);
    const second = await openReplica(source, { namespace: first.namespace });

    const early = first.flight.answer(plan, onData(BEFORE));
    await source.begun(1);
    const late = second.flight.answer(plan, onData(AFTER));
    await source.begun(2);
    source.runs[1]?.finish();

    expect(await late).toMatchObject({ rows: [[2]] });
    source.runs[0]?.finish();
    expect(await early).toMatchObject({ rows: [[1]] });
  },
);

check('ReplicaSingleFlight joins a run of another replica on files of the same state', async () => {
  const source = new HeldSource({ shared: 'a' });
  const first = await openReplica(source);
  const second = await openReplica(source, { namespace: first.namespace });

  const running = first.flight.answer(UNCACHED, onData(BEFORE));
  await source.begun(1);
  const waiting = second.flight.answer(UNCACHED, onData(SAME));
  await waits(second);
  source.runs[0]?.finish();
  await running;

  expect(await waiting).toMatchObject({ rows: [[1]], cacheStatus: 'COLLAPSED' });
});

check(
  'ReplicaSingleFlight takes no rows of a run that has read later data than it began on',
  async () => {
    const source = new HeldSource({ shared: 'b' });
    const first = await openReplica(source);
    const second = await openReplica(source, { namespace: first.namespace });

    const running = first.flight.answer(CACHED, onData(BEFORE));
    await source.begun(1);
    const waiting = second.flight.answer(CACHED, onData(SAME));
    await waits(second);
    source.runs[0]?.finish();
    await running;
    await source.begun(2);
    source.runs[1]?.finish();

    expect(await waiting).toMatchObject({ rows: [[2]] });
  },
);

check('ReplicaSingleFlight takes shared rows of the same state of the data only', async () => {
  const source = new ScriptedSource((_, { dataState }) => ({ computedAt: NOW, dataState }));
  const first = await openReplica(source);
  const second = await openReplica(source, { namespace: first.namespace });

  await first.flight.answer(CACHED, onData(BEFORE));
  await written(first);
  const same = await second.flight.answer(CACHED, onData(SAME));
  const later = await second.flight.answer(CACHED, onData(AFTER));

  expect(same).toMatchObject({ cacheStatus: 'HIT', dataState: { shared: 'a' } });
  expect(later.cacheStatus).toBe('BYPASS');
});
