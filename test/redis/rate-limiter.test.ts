import { describe, expect, test } from 'vitest';
import { rateLimiterContract } from '../request/rate-limiter-contract.ts';
import { openLevel, openLevelUp, REDIS_URL } from '../support/redis-level.ts';
import { hasRedisServer, RedisServer, until } from '../support/redis-server.ts';

describe.skipIf(!REDIS_URL)('on a Redis', () => {
  rateLimiterContract('RedisRateLimiter', async (rateWindowSeconds) => {
    const level = await openLevelUp(REDIS_URL ?? '', { rateWindowSeconds });
    return level.rateLimiter;
  });

  test('RedisRateLimiter counts what other replicas have taken', async () => {
    const first = await openLevelUp(REDIS_URL ?? '');
    const second = await openLevelUp(REDIS_URL ?? '', { namespace: first.namespace });

    first.rateLimiter.take('key:a', 40);
    second.rateLimiter.take('key:a', 2);

    await until(() => second.rateLimiter.take('key:a', 0).taken === 42);
    expect(second.rateLimiter.take('key:a').taken).toBe(43);
  });
});

describe.skipIf(!hasRedisServer)('on a Redis that fails', () => {
  test('RedisRateLimiter counts alone, and at once, while Redis does not answer', async () => {
    const server = await RedisServer.start();
    const { rateLimiter } = await openLevelUp(server.url, { timeoutMs: 2_000 });
    rateLimiter.take('key:a');
    server.freeze();
    const start = performance.now();

    const usages = Array.from({ length: 100 }, () => rateLimiter.take('key:a'));

    expect(performance.now() - start).toBeLessThan(1_000);
    expect(usages.at(-1)?.taken).toBe(101);
    server.thaw();
  });

  test('RedisRateLimiter counts alone when Redis never was there', async () => {
    const { rateLimiter } = openLevel('redis://127.0.0.1:1');

    const usages = [1, 2, 3].map(() => rateLimiter.take('key:a'));

    expect(usages.map(({ taken }) => taken)).toEqual([1, 2, 3]);
  });

  test('RedisRateLimiter counts with the others again when Redis is back', async () => {
    const server = await RedisServer.start();
    const first = await openLevelUp(server.url);
    await server.kill();
    first.rateLimiter.take('key:a', 5);
    await server.start();
    await until(() => first.link.isUp);
    const second = await openLevelUp(server.url, { namespace: first.namespace });
    second.rateLimiter.take('key:a', 10);

    first.rateLimiter.take('key:a');

    await until(() => first.rateLimiter.take('key:a', 0).taken === 11);
  });
});
