import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { expect, onTestFinished, test } from 'vitest';
import { RedisKeys } from '../../src/redis/keys.ts';
import type { Answer } from '../../src/sources/source.ts';
import { live } from '../support/live.ts';
import { REDIS_URL } from '../support/redis-level.ts';
import { RedisServer, until } from '../support/redis-server.ts';
import { HeldSource, NOW, openReplica, waits, written } from '../support/replica.ts';
import { ScriptedSource } from '../support/scripted-source.ts';
import { testPlan } from '../support/test-plan.ts';

const check = test.skipIf(!REDIS_URL);
const UNCACHED = testPlan('question', { lifetime: undefined });
const CACHED = testPlan('question');

check.each([
  ['cached', CACHED],
  ['uncached', UNCACHED],
])(
  'ReplicaSingleFlight runs a %s plan once for 1,000 on each of two replicas',
  async (_kind, plan) => {
    const source = new HeldSource();
    const first = await openReplica(source);
    const second = await openReplica(source, { namespace: first.namespace });

    const asked = [first, second].flatMap(({ flight }) =>
      Array.from({ length: 1_000 }, () => flight.answer(plan, live())),
    );
    await source.begun(1);
    await until(
      () => first.counters.read('replicas_waited') + second.counters.read('replicas_waited') === 1,
    );
    source.runs[0]?.finish();
    const answers = await Promise.all(asked);

    expect(source.runs).toHaveLength(1);
    expect(new Set(answers.map(({ rows }) => JSON.stringify(rows)))).toEqual(new Set(['[[1]]']));
    expect(answers.filter(({ cacheStatus }) => cacheStatus === 'COLLAPSED')).toHaveLength(1_999);
  },
);

check(
  'ReplicaSingleFlight runs an uncached plan anew for each who asks later, here and on others',
  async () => {
    const source = new ScriptedSource([[1]]);
    const first = await openReplica(source);
    const second = await openReplica(source, { namespace: first.namespace });

    for (let i = 0; i < 5; i += 1) await first.flight.answer(UNCACHED, live());
    await written(first, 5);
    await second.flight.answer(UNCACHED, live());

    expect(source.plans).toHaveLength(6);
    expect(first.counters.read('replicas_collapsed')).toBe(0);
  },
);

check('ReplicaSingleFlight answers a cached plan from what another replica wrote', async () => {
  const source = new ScriptedSource(() => ({ rows: [[1]], computedAt: NOW }));
  const first = await openReplica(source);
  const second = await openReplica(source, { namespace: first.namespace });

  await first.flight.answer(CACHED, live());
  await written(first);
  const answer = await second.flight.answer(CACHED, live());

  expect(answer).toMatchObject({ rows: [[1]], computedAt: NOW, cacheStatus: 'HIT' });
  expect(await second.shared.get(CACHED)).toEqual({
    rows: [[1]],
    truncated: false,
    bytesBilled: 0,
    computedAt: NOW,
  });
  expect(source.plans).toHaveLength(1);
});

check('ReplicaSingleFlight runs once, and writes over it, where the entry is no text', async () => {
  const source = new ScriptedSource(() => ({ rows: [[1]], computedAt: NOW }));
  const first = await openReplica(source);
  const second = await openReplica(source, { namespace: first.namespace });
  const client = createClient({ url: REDIS_URL ?? '' });
  onTestFinished(() => client.destroy());
  await client.connect();
  await client.lPush(new RedisKeys(first.namespace).entry(CACHED.key), 'x');

  await first.flight.answer(CACHED, live());
  await written(first);
  const answer = await second.flight.answer(CACHED, live());

  expect(answer).toMatchObject({ rows: [[1]], cacheStatus: 'HIT' });
  expect(source.plans).toHaveLength(1);
});

check(
  'ReplicaSingleFlight runs where the shared rows are not fresh, or not newer than they have to be',
  async () => {
    const source = new ScriptedSource(() => ({ rows: [[1]], computedAt: NOW }));
    const first = await openReplica(source);
    const late = await openReplica(source, {
      namespace: first.namespace,
      clock: () => NOW + 901_000_000n,
    });

    await first.flight.answer(CACHED, live());
    await written(first);
    const renewed = await first.flight.answer(CACHED, live({ newerThan: NOW }));
    const older = await first.flight.answer(CACHED, live({ newerThan: NOW - 1n }));
    const stale = await late.flight.answer(CACHED, live());

    expect([renewed, older, stale].map(({ cacheStatus }) => cacheStatus)).toEqual([
      'BYPASS',
      'HIT',
      'BYPASS',
    ]);
  },
);

check(
  'ReplicaSingleFlight refreshes rows once for all replicas, together and one after the other',
  async () => {
    const source = new ScriptedSource(async () => {
      await until(() =>
        [first, second].some((replica) => replica.counters.read('replicas_waited') > 0),
      );
      return { rows: [[1]], computedAt: NOW };
    });
    const first = await openReplica(source);
    const second = await openReplica(source, { namespace: first.namespace });
    const third = await openReplica(source, { namespace: first.namespace });
    const refresh = live({ newerThan: NOW - 1n });

    await Promise.all([first, second].map(({ flight }) => flight.answer(CACHED, refresh)));
    const later = await third.flight.answer(CACHED, refresh);

    expect(source.plans).toHaveLength(1);
    expect(later.cacheStatus).toBe('HIT');
  },
);

check('ReplicaSingleFlight runs a plan in the place of a replica where it failed', async () => {
  const source = new HeldSource();
  const first = await openReplica(source);
  const second = await openReplica(source, { namespace: first.namespace });

  const failing = first.flight.answer(UNCACHED, live());
  await source.begun(1);
  const waiting = second.flight.answer(UNCACHED, live());
  await waits(second);
  source.runs[0]?.fail(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  await source.begun(2);
  source.runs[1]?.finish();

  expect(await waiting).toMatchObject({ rows: [[2]], cacheStatus: 'BYPASS' });
  expect(second.counters.read('replicas_taken_over')).toBe(1);
});

check('ReplicaSingleFlight lets a waiter go alone, and the run go on', async () => {
  const source = new HeldSource();
  const first = await openReplica(source);
  const second = await openReplica(source, { namespace: first.namespace });
  const leaving = new AbortController();

  const running = first.flight.answer(UNCACHED, live());
  await source.begun(1);
  const waiting = second.flight.answer(UNCACHED, live({ signal: leaving.signal }));
  await waits(second);
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  source.runs[0]?.finish();

  expect(await running).toMatchObject({ rows: [[1]] });
  expect(source.runs).toHaveLength(1);
});

check(
  'ReplicaSingleFlight passes the run to a waiter when all have left the replica that runs it',
  async () => {
    const source = new HeldSource();
    const first = await openReplica(source);
    const second = await openReplica(source, { namespace: first.namespace });
    const leaving = new AbortController();

    const left = first.flight.answer(UNCACHED, live({ signal: leaving.signal }));
    await source.begun(1);
    const waiting = second.flight.answer(UNCACHED, live());
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await source.begun(2);
    source.runs[1]?.finish();

    expect(source.runs[0]?.signal.aborted).toBe(true);
    expect(await waiting).toMatchObject({ rows: [[2]] });
  },
);

check('ReplicaSingleFlight keeps its lock for as long as a run takes', async () => {
  const source = new HeldSource();
  const first = await openReplica(source, { lockMs: 3_000 });
  const second = await openReplica(source, { namespace: first.namespace });

  const running = first.flight.answer(UNCACHED, live());
  await source.begun(1);
  const waiting = second.flight.answer(UNCACHED, live());
  await sleep(4_000);
  source.runs[0]?.finish();
  await running;

  expect(await waiting).toMatchObject({
    rows: [[1]],
    cacheStatus: 'COLLAPSED',
    times: { queueMs: 0, engineMs: expect.any(Number) },
  });
});

check('ReplicaSingleFlight does not write what ends after its lock has passed on', async () => {
  const source = new HeldSource();
  const first = await openReplica(source);
  const second = await openReplica(source, { namespace: first.namespace });
  const lock = new RedisKeys(first.namespace).lock(CACHED.key);

  const late = first.flight.answer(CACHED, live());
  await source.begun(1);
  await deleteKey(lock);
  const other = second.flight.answer(CACHED, live());
  await source.begun(2);
  source.runs[1]?.finish();
  await other;
  await written(second);
  source.runs[0]?.finish();
  await late;
  await until(() => first.counters.read('replicas_fenced') === 1);

  expect(await first.shared.get(CACHED)).toMatchObject({ rows: [[2]] });
});

check(
  'ReplicaSingleFlight lets all who waited for a result that is too large run by themselves',
  async () => {
    const source = new HeldSource();
    const plan = testPlan('question', { lifetime: undefined, columns: TEXT });
    const first = await openReplica(new ScriptedSource(() => held.promise));
    const others = [
      await openReplica(source, { namespace: first.namespace }),
      await openReplica(source, { namespace: first.namespace }),
    ];
    const held = Promise.withResolvers<Partial<Answer>>();

    const running = first.flight.answer(plan, live());
    await until(() => first.counters.read('replicas_run') === 1);
    const waiting = others.map(({ flight }) => flight.answer(plan, live()));
    for (const other of others) await waits(other);
    held.resolve({ rows: [['x'.repeat(100 * 1024 * 1024)]] });
    await running;
    await source.begun(2);
    for (const run of source.runs) run.finish();

    expect(await Promise.all(waiting)).toHaveLength(2);
    expect(first.counters.read('shared_write_too_large')).toBe(1);
  },
);

const TEXT = [{ name: 's', type: { kind: 'STRING' } }] as const;

check('ReplicaSingleFlight answers though the rows cannot be written', async () => {
  const { flight, counters } = await openReplica(new ScriptedSource([['not a list']]));
  const element = { kind: 'BOOL' } as const;
  const plan = testPlan('q', { columns: [{ name: 'a', type: { kind: 'ARRAY', element } }] });

  expect(await flight.answer(plan, live())).toMatchObject({ rows: [['not a list']] });
  await until(() => counters.read('shared_write_failed') === 1);
  expect(await flight.answer(plan, live())).toMatchObject({ cacheStatus: 'BYPASS' });
});

check.each([
  ['an hour ahead', 3_600_000_000n],
  ['an hour behind', -3_600_000_000n],
])('ReplicaSingleFlight shares a run with a replica whose clock is %s', async (_how, skew) => {
  const source = new HeldSource();
  const first = await openReplica(source);
  const clock = () => NOW + skew;
  const second = await openReplica(source, { namespace: first.namespace, clock });

  const running = first.flight.answer(CACHED, live());
  await source.begun(1);
  const waiting = second.flight.answer(CACHED, live());
  await waits(second);
  source.runs[0]?.finish();
  await running;

  expect(await waiting).toMatchObject({ rows: [[1]], cacheStatus: 'COLLAPSED' });
});

/** Deletes a key on the Redis that tests share. */
async function deleteKey(name: string): Promise<void> {
  const { port } = new URL(REDIS_URL ?? '');
  await new RedisServer(Number(port || 6379)).send('DEL', name);
}
