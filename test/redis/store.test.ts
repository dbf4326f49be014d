import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { Counters } from '../../src/cache/counters.ts';
import { openKeyv } from '../../src/cache/keyv.ts';
import { entryName } from '../../src/cache/shared.ts';
import { createRedisClient } from '../../src/redis/client.ts';
import { RedisKeys } from '../../src/redis/keys.ts';
import { LinkDown, RedisLink } from '../../src/redis/link.ts';
import { type FencedBytes, RedisStore } from '../../src/redis/store.ts';
import { describeCacheStore } from '../cache/contract.ts';
import { REDIS_URL } from '../support/redis-level.ts';
import { until } from '../support/redis-server.ts';

const MAX_BYTES = 100;
const check = test.skipIf(!REDIS_URL);

/** Stores on the Redis that tests share, which are empty again when the test ends. */
async function openStores() {
  const client = createRedisClient(REDIS_URL ?? '');
  const counters = new Counters();
  const link = new RedisLink(client, { timeoutMs: 5_000, counters, onState: () => {} });
  onTestFinished(() => link.close());
  await until(() => link.isUp);
  const open = (namespace: string) => {
    const store = new RedisStore({ client, link, namespace, maxBytes: MAX_BYTES });
    onTestFinished(async () => void (link.isUp && (await store.clear())));
    return store;
  };
  return { client, link, open };
}

describeCacheStore(
  'RedisStore',
  async () => {
    const { open } = await openStores();
    return {
      open: (namespace) => {
        const store = open(namespace);
        return { keyv: openKeyv<Buffer>(store, namespace), list: () => store.iterator(namespace) };
      },
      make: (text: string) => Buffer.from(`bytes ${text}`),
    };
  },
  { isSkipped: !REDIS_URL, numRuns: 10 },
);

/** One store with a key whose lock `token` holds. */
async function openFenced() {
  const namespace = `test-${randomUUID()}`;
  const { client, link, open } = await openStores();
  const keyv = openKeyv<Buffer | FencedBytes>(open(namespace), namespace);
  const keys = new RedisKeys(namespace);
  const [lock, flight] = [keys.lock('key'), keys.flight('key', 'token')];
  await client.set(lock, 'token', { PX: 60_000 });
  const fenced = (token: string, bytes: string): FencedBytes => {
    return { bytes: Buffer.from(bytes), lock, flight, token, flightMs: 1_000 };
  };
  return { client, link, keyv, keys, lock, flight, fenced };
}

check('RedisStore writes what is fenced once, and gives the lock back', async () => {
  const { client, keyv, keys, lock, flight, fenced } = await openFenced();

  const first = await keyv.set(entryName('key'), fenced('token', 'first'), 60_000);
  const second = await keyv.set(entryName('key'), fenced('token', 'second'), 60_000);

  expect([first, second]).toEqual([true, false]);
  expect(await keyv.get(entryName('key'))).toEqual(Buffer.from('first'));
  expect(await client.pTTL(keys.entry('key'))).toBeGreaterThan(50_000);
  expect([await client.exists(lock), await client.get(flight)]).toEqual([0, '+']);
});

check('RedisStore writes nothing that is fenced by a lock of another', async () => {
  const { client, keyv, lock, flight, fenced } = await openFenced();
  await keyv.set(entryName('key'), Buffer.from('before'));

  const isWritten = await keyv.set(entryName('key'), fenced('another', 'late'), 60_000);

  expect(isWritten).toBe(false);
  expect(await keyv.get(entryName('key'))).toEqual(Buffer.from('before'));
  expect([await client.get(lock), await client.exists(flight)]).toEqual(['token', 0]);
});

check('RedisStore reads no more of a value than it may', async () => {
  const { keyv } = await openFenced();
  await keyv.set('a', Buffer.alloc(10 * MAX_BYTES));

  expect(await keyv.get('a')).toHaveLength(MAX_BYTES + 1);
});

check('RedisStore rejects at once when Redis is not asked', async () => {
  const { keyv, link } = await openFenced();
  await link.close();

  await expect(keyv.get('a')).rejects.toThrow(LinkDown);
  await expect(keyv.set('a', Buffer.from('b'))).rejects.toThrow(LinkDown);
  await expect(keyv.delete('a')).rejects.toThrow(LinkDown);
});
