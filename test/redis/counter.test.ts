import { createClient } from '@keyv/redis';
import { expect, onTestFinished, test } from 'vitest';
import { RedisKeys } from '../../src/redis/keys.ts';
import { openLevelUp, REDIS_URL } from '../support/redis-level.ts';

const check = test.skipIf(!REDIS_URL);

check('RedisCounter adds up what all replicas add', async () => {
  const first = await openLevelUp(REDIS_URL ?? '');
  const second = await openLevelUp(REDIS_URL ?? '', { namespace: first.namespace });

  await Promise.all(
    [first, second].flatMap(({ counter }) =>
      Array.from({ length: 50 }, () => counter.add('bytes', 2 ** 40, 60)),
    ),
  );

  expect(await second.counter.add('bytes', 1, 60)).toBe(100 * 2 ** 40 + 1);
  expect(await second.counter.add('others', 1, 60)).toBe(1);
});

check('RedisCounter forgets a sum some time after its first addition', async () => {
  const { counter, namespace } = await openLevelUp(REDIS_URL ?? '');
  const client = createClient({ url: REDIS_URL ?? '' });
  await client.connect();
  onTestFinished(() => client.destroy());
  const name = new RedisKeys(namespace).counter('bytes');

  await counter.add('bytes', 1, 60);
  await counter.add('bytes', 1, 10_000);

  expect(await client.ttl(name)).toBeGreaterThan(0);
  expect(await client.ttl(name)).toBeLessThanOrEqual(60);
});

check('RedisCounter does not know sums that are no integers', async () => {
  const { counter } = await openLevelUp(REDIS_URL ?? '');

  await counter.add('bytes', 2 ** 52, 60);

  expect(await counter.add('bytes', Number.NaN, 60)).toBeUndefined();
  expect(await counter.add('bytes', 1.4, 60)).toBe(2 ** 52 + 1);
});
