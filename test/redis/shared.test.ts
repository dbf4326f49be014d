import { createClient } from '@keyv/redis';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_ENVELOPE_BYTES, sealEnvelope } from '../../src/cache/envelope.ts';
import { RedisKeys } from '../../src/redis/keys.ts';
import { describeSharedCache } from '../cache/shared-cache-contract.ts';
import { openLevelUp, REDIS_URL } from '../support/redis-level.ts';
import { hasRedisServer, RedisServer } from '../support/redis-server.ts';
import { testPlan } from '../support/test-plan.ts';

const PLAN = testPlan('question');
const ENTRY = { rows: [[1]], truncated: false, bytesBilled: 0, computedAt: 5n };

/** The shared cache on the Redis that tests have in common. */
async function openShared(url = REDIS_URL ?? '') {
  const level = await openLevelUp(url);
  const { counters, namespace, shared } = level;
  const client = createClient({ url });
  await client.connect();
  onTestFinished(() => client.destroy());
  const nameOf = (key: string) => new RedisKeys(namespace).entry(key);
  const put = async (key: string, bytes: Buffer) =>
    void (await client.set(nameOf(key), bytes, { PX: 60_000 }));
  return { cache: shared, counters, put, client, name: nameOf(PLAN.key) };
}

describeSharedCache('The cache on Redis', () => openShared(), !REDIS_URL);

test.skipIf(!REDIS_URL)('The cache on Redis takes a list for nothing', async () => {
  const { cache, client, counters, name, put } = await openShared();
  await client.lPush(name, 'x');

  expect(await cache.get(PLAN)).toBeUndefined();
  expect(counters.read('shared_error')).toBe(1);
  await put(PLAN.key, (await sealEnvelope(PLAN, ENTRY)) ?? Buffer.of());
  expect(await cache.get(PLAN)).toEqual(ENTRY);
});

test.skipIf(!hasRedisServer)(
  'The cache on Redis reads no more of a huge value than an entry can have',
  async () => {
    const server = await RedisServer.start();
    const { cache, client, counters, name } = await openShared(server.url);
    const bytes = 64 * 1024 * 1024;
    await client.setRange(name, bytes - 1, 'x');
    const before = await bytesSent(server);

    expect(await cache.get(PLAN)).toBeUndefined();

    expect(counters.read('shared_rejected')).toBe(1);
    expect((await bytesSent(server)) - before).toBeLessThan(1.1 * MAX_ENVELOPE_BYTES);
  },
);

async function bytesSent(server: RedisServer): Promise<number> {
  const stats = String(await server.send('INFO', 'stats'));
  return Number(/total_net_output_bytes:(\d+)/.exec(stats)?.[1]);
}
