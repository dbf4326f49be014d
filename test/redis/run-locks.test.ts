import { createClient } from '@keyv/redis';
import { expect, onTestFinished, test } from 'vitest';
import { Counters } from '../../src/cache/counters.ts';
import { openKeyv } from '../../src/cache/keyv.ts';
import { createRedisClient } from '../../src/redis/client.ts';
import { RedisKeys } from '../../src/redis/keys.ts';
import { WriteBudget } from '../../src/redis/lease.ts';
import { RedisLink } from '../../src/redis/link.ts';
import { RedisRunLocks } from '../../src/redis/run-locks.ts';
import { type FencedBytes, RedisStore } from '../../src/redis/store.ts';
import { openLevel, openLevelUp, REDIS_URL } from '../support/redis-level.ts';
import { hasRedisServer, RedisServer, until } from '../support/redis-server.ts';
import { testPlan } from '../support/test-plan.ts';

const PLAN = testPlan('question');
const ENTRY = { rows: [[1]], truncated: false, bytesBilled: 0, computedAt: 5n };
const check = test.skipIf(!hasRedisServer);

check('RedisRunLocks gives back a lock that came too late for its claim', async () => {
  const server = await RedisServer.start();
  const level = await openLevelUp(server.url, { timeoutMs: 100, lockMs: 60_000 });
  const lock = new RedisKeys(level.namespace).lock(PLAN.key);

  server.freeze();
  const claim = await level.locks.claim(PLAN);
  server.thaw();
  await until(() => level.link.isUp);
  await until(async () => (await server.send('EXISTS', lock)) === 0);

  expect(claim.kind).toBe('unreachable');
  expect(await server.send('INFO', 'commandstats')).toMatch(/cmdstat_set:calls=1,/);
});

check(
  'RedisRunLocks sends no more than its budget, and tells those who wait to run themselves',
  async () => {
    const server = await RedisServer.start();
    const counters = new Counters();
    const client = createRedisClient(server.url);
    const link = new RedisLink(client, { timeoutMs: 5_000, counters, onState: () => {} });
    onTestFinished(() => link.close());
    await until(() => link.isUp);
    const keys = new RedisKeys('test');
    const budget = new WriteBudget(10);
    const store = new RedisStore({ client, link, namespace: 'test', maxBytes: 1_000 });
    const keyv = openKeyv<Buffer | FencedBytes>(store, 'test');
    const locks = new RedisRunLocks({ link, keyv, keys, counters, budget, lockMs: 2_000 });

    const claim = await locks.claim(PLAN);
    const holder = String(await server.send('GET', keys.lock(PLAN.key)));
    if (claim.kind === 'mine') await claim.lease.publish(ENTRY);

    expect(await locks.look(PLAN, holder)).toEqual({ kind: 'too_large' });
    expect(counters.read('shared_write_dropped')).toBe(1);
    expect(await locks.claim(PLAN)).toMatchObject({ kind: 'mine', entry: undefined });
  },
);

check('A level writes only keys that start with its namespace, and all of them end', async () => {
  const server = await RedisServer.start();
  const level = await openLevelUp(server.url, { namespace: 'ours/duckdb' });
  const uncached = testPlan('uncached', { lifetime: undefined });
  const client = createClient({ url: server.url });
  await client.connect();
  onTestFinished(() => client.destroy());

  await level.locks.claim(testPlan('running'));
  for (const plan of [PLAN, uncached]) {
    const claim = await level.locks.claim(plan);
    if (claim.kind === 'mine') await claim.lease.publish(ENTRY);
  }
  await level.counter.add('sum', 1, 60);
  const keys = await client.keys('*');
  const lives = await Promise.all(keys.map((key) => client.pTTL(key)));

  expect(keys).toHaveLength(5);
  expect(keys.every((key) => key.startsWith('ours/duckdb::'))).toBe(true);
  expect(lives.every((life) => life > 0)).toBe(true);
});

test.skipIf(!REDIS_URL)('Levels of two namespaces share nothing', async () => {
  const [first, second] = [openLevel(REDIS_URL ?? ''), openLevel(REDIS_URL ?? '')];
  await until(() => first.link.isUp && second.link.isUp);

  const claim = await first.locks.claim(PLAN);
  const other = await second.locks.claim(PLAN);
  if (claim.kind === 'mine') await claim.lease.publish(ENTRY);

  expect([claim.kind, other.kind]).toEqual(['mine', 'mine']);
  expect(await first.shared.get(PLAN)).toEqual(ENTRY);
  expect(await second.shared.get(PLAN)).toBeUndefined();
});

test('WriteBudget takes as many bytes as it has been given back', () => {
  const budget = new WriteBudget(10);

  expect([budget.take(6), budget.take(5), budget.take(4), budget.take(1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  budget.release(6);
  expect(budget.take(6)).toBe(true);
});
