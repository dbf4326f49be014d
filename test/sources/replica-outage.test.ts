import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Row } from '../../src/googlesql/value.ts';
import { live } from '../support/live.ts';
import { hasRedisServer, RedisServer, until } from '../support/redis-server.ts';
import { HeldSource, NOW, openReplica, waits } from '../support/replica.ts';
import { ScriptedSource } from '../support/scripted-source.ts';
import { testPlan } from '../support/test-plan.ts';

const check = test.skipIf(!hasRedisServer);
const CACHED = testPlan('question');

check(
  'ReplicaSingleFlight runs here when Redis dies, while it runs and while it waits',
  async () => {
    const server = await RedisServer.start();
    const source = new HeldSource();
    const first = await openReplica(source, { url: server.url });
    const second = await openReplica(source, { url: server.url, namespace: first.namespace });

    const running = first.flight.answer(CACHED, live());
    await source.begun(1);
    const waiting = second.flight.answer(CACHED, live());
    await waits(second);
    await server.kill();
    await source.begun(2);
    for (const run of source.runs) run.finish();

    expect(await running).toMatchObject({ rows: [[1]], cacheStatus: 'MISS' });
    expect(await waiting).toMatchObject({ rows: [[2]], cacheStatus: 'MISS' });
    expect(second.counters.read('replicas_alone')).toBe(1);
  },
);

check('ReplicaSingleFlight answers everything on a Redis that is killed under load', async () => {
  const server = await RedisServer.start();
  const source = new ScriptedSource(() => sleep(1, { rows: [[1]] }));
  const replica = await openReplica(source, { url: server.url });
  let isOver = false;

  const workers = Array.from({ length: 20 }, async (_, worker) => {
    let answers = 0;
    for (; !isOver; answers += 1) {
      const plan = testPlan(`${worker} ${answers}`);
      await replica.shared.get(plan);
      await replica.flight.answer(plan, live());
    }
    return answers;
  });
  await until(() => replica.counters.read('shared_written') >= 200);
  await server.kill();
  await until(() => replica.counters.read('replicas_alone') >= 200);
  await server.start();
  const before = replica.counters.read('shared_written');
  await until(() => replica.counters.read('shared_written') >= before + 200);
  isOver = true;
  const answers = await Promise.all(workers);

  expect(answers.reduce((sum, count) => sum + count)).toBe(source.plans.length);
});

check('ReplicaSingleFlight pays for a frozen Redis once', async () => {
  const server = await RedisServer.start();
  const source = new ScriptedSource([[1]]);
  const replica = await openReplica(source, { url: server.url, timeoutMs: 100 });
  await until(() => replica.link.isUp);

  server.freeze();
  const started = performance.now();
  for (let i = 0; i < 100; i += 1) {
    const plan = testPlan(`${i}`);
    await replica.shared.get(plan);
    await replica.flight.answer(plan, live());
  }

  // Waiting each time would take twenty seconds.
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(source.plans).toHaveLength(100);
  expect(replica.counters.read('shared_timeout')).toBe(1);
});

check('ReplicaSingleFlight runs anew what a full Redis has thrown away', async () => {
  const server = await RedisServer.start(
    ...['--maxmemory', '3mb', '--maxmemory-policy', 'allkeys-lru'],
  );
  const source = new ScriptedSource(({ identity }) => ({ rows: noise(identity), computedAt: NOW }));
  const first = await openReplica(source, { url: server.url });
  const second = await openReplica(source, { url: server.url, namespace: first.namespace });
  const plans = Array.from({ length: 80 }, (_, i) => testPlan(`${i}`, { columns: TEXT }));

  const answers = [];
  for (const plan of plans) {
    answers.push(
      ...(await Promise.all([first, second].map(({ flight }) => flight.answer(plan, live())))),
    );
  }
  const kept = await Promise.all(plans.map((plan) => first.shared.get(plan)));
  const present = kept.filter((entry) => entry !== undefined).length;

  expect(answers.map(({ rows }) => rows)).toEqual(
    plans.flatMap(({ identity }) => [noise(identity), noise(identity)]),
  );
  expect(present).toBeLessThan(plans.length);
  expect(first.counters.read('shared_miss')).toBe(plans.length - present);
  // The locks are thrown away, too, though hardly ever.
  expect(source.plans.length).toBeLessThan(1.5 * plans.length);
});

const TEXT = [{ name: 's', type: { kind: 'STRING' } }] as const;

/** Some sixty kilobytes that cannot be packed. */
function noise(seed: string): readonly Row[] {
  return Array.from({ length: 700 }, (_, i) => [
    createHash('sha512').update(`${seed} ${i}`).digest('base64'),
  ]);
}

check('ReplicaSingleFlight runs at most once more when Redis forgets everything', async () => {
  const server = await RedisServer.start();
  const source = new HeldSource();
  const first = await openReplica(source, { url: server.url });
  const second = await openReplica(source, { url: server.url, namespace: first.namespace });

  const asked = [first, second].map(({ flight }) => flight.answer(CACHED, live()));
  await source.begun(1);
  await server.send('FLUSHALL');
  await source.begun(2);
  for (const run of source.runs) run.finish();
  await Promise.all(asked);

  expect(source.runs).toHaveLength(2);
});

check('ReplicaSingleFlight runs once more when the process that runs is killed', async () => {
  const server = await RedisServer.start();
  const source = new HeldSource();
  const survivor = await openReplica(source, { url: server.url });
  const victim = await startDyingReplica(server.url, survivor.namespace);

  const asked = Array.from({ length: 1_000 }, () => survivor.flight.answer(CACHED, live()));
  await waits(survivor);
  victim.kill('SIGKILL');
  const killedAt = performance.now();
  await source.begun(1);
  const tookOverAfter = performance.now() - killedAt;
  source.runs[0]?.finish();
  const answers = await Promise.all(asked);

  // A lock lives two seconds without its holder.
  expect(tookOverAfter).toBeLessThan(6_000);
  expect(source.runs).toHaveLength(1);
  expect(new Set(answers.map(({ rows }) => JSON.stringify(rows)))).toEqual(new Set(['[[1]]']));
  expect(survivor.counters.read('replicas_taken_over')).toBe(1);
});

/** Resolves when another process runs the question. */
async function startDyingReplica(url: string, namespace: string): Promise<ChildProcess> {
  const script = new URL('../support/dying-replica.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, url, namespace, CACHED.identity], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}
