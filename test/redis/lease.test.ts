import { createClient } from '@keyv/redis';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { RedisKeys } from '../../src/redis/keys.ts';
import { entryTtlMs } from '../../src/redis/lease.ts';
import { openLevelUp, REDIS_URL } from '../support/redis-level.ts';
import { until } from '../support/redis-server.ts';
import { LIFETIME, testPlan } from '../support/test-plan.ts';

const check = test.skipIf(!REDIS_URL);
const ENTRY = { rows: [[1]], truncated: false, bytesBilled: 0, computedAt: 5n };
const WHOLE_LIFE_MS = 4_500_000;

test('entryTtlMs is the whole life of the rows, and up to a tenth more', () => {
  expect(entryTtlMs(LIFETIME, () => 0)).toBe(WHOLE_LIFE_MS);
  expect(entryTtlMs(LIFETIME, () => 0.5)).toBe(1.05 * WHOLE_LIFE_MS);
});

test('entryTtlMs is a positive integer that Redis takes, whatever the lifetime', () => {
  const seconds = fc.oneof(fc.double({ noNaN: true }), fc.nat());
  fc.assert(
    fc.property(seconds, seconds, seconds, (freshSeconds, revalidateSeconds, errorSeconds) => {
      const lifetime = { ...LIFETIME, freshSeconds, revalidateSeconds, errorSeconds };

      const ttl = entryTtlMs(lifetime);

      expect(Number.isSafeInteger(ttl) && ttl > 0).toBe(true);
    }),
  );
});

async function openLease(plan = testPlan('question')) {
  const level = await openLevelUp(REDIS_URL ?? '');
  const client = createClient({ url: REDIS_URL ?? '' });
  await client.connect();
  onTestFinished(() => client.destroy());
  const claim = await level.locks.claim(plan);
  if (claim.kind !== 'mine') throw new Error('The key is not claimed');
  return {
    ...level,
    claim,
    lease: claim.lease,
    client,
    plan,
    keys: new RedisKeys(level.namespace),
  };
}

check('RedisLease writes the entry with its lifetime, and gives the lock back', async () => {
  const { lease, client, plan, keys, counters } = await openLease();

  const isHeld = await client.exists(keys.lock(plan.key));
  await lease.publish(ENTRY);
  await until(() => counters.read('shared_written') === 1);
  const ttl = await client.pTTL(keys.entry(plan.key));

  expect(isHeld).toBe(1);
  expect(await client.exists(keys.lock(plan.key))).toBe(0);
  expect(ttl).toBeGreaterThan(WHOLE_LIFE_MS - 60_000);
  expect(ttl).toBeLessThanOrEqual(1.1 * WHOLE_LIFE_MS);
});

check('RedisLease gives no other the lock, and takes none from another', async () => {
  const { lease, client, plan, keys, locks, counters } = await openLease();

  const second = await locks.claim(plan);
  await client.set(keys.lock(plan.key), 'another', { PX: 2_000 });
  await lease.publish(ENTRY);
  await until(() => counters.read('replicas_fenced') === 1);
  await lease.release();

  expect(second.kind).toBe('taken');
  expect(await client.exists(keys.entry(plan.key))).toBe(0);
});

check('RedisLease gives the lock back before the next claim of its process', async () => {
  const { lease, locks, plan } = await openLease();

  await lease.release();
  const next = await locks.claim(plan);
  if (next.kind === 'mine') await next.lease.publish(ENTRY);
  const last = await locks.claim(plan);

  expect([next.kind, last.kind]).toEqual(['mine', 'mine']);
  expect(last).toMatchObject({ entry: ENTRY });
});

check('RedisLease leaves rows that are never kept to those who wait for them only', async () => {
  const { lease, client, plan, keys, locks, claim } = await openLease(
    testPlan('question', { lifetime: undefined }),
  );
  const holder = (await client.get(keys.lock(plan.key))) ?? '';

  const before = await locks.look(plan, holder);
  await lease.publish(ENTRY);
  const after = await locks.look(plan, holder);
  const next = await locks.claim(plan);

  expect(claim.kind === 'mine' && claim.entry).toBeUndefined();
  expect(before).toEqual({ kind: 'running' });
  expect(after).toEqual({ kind: 'ended', entry: ENTRY });
  expect(next).toMatchObject({ kind: 'mine', entry: undefined });
  expect(await client.exists(keys.entry(plan.key))).toBe(0);
  expect(await client.pTTL(keys.flight(plan.key, holder))).toBeLessThanOrEqual(5_000);
});

check('RedisLease that is given back leaves nothing to see', async () => {
  const { lease, client, plan, keys, locks } = await openLease();
  const holder = (await client.get(keys.lock(plan.key))) ?? '';

  await lease.release();

  expect(await locks.look(plan, holder)).toEqual({ kind: 'gone' });
});

check('RedisRunLocks takes a spoilt entry for none, and overwrites it', async () => {
  const { lease, client, plan, keys, locks, counters, shared } = await openLease();
  await lease.release();
  await client.set(keys.entry(plan.key), 'garbage');

  const claim = await locks.claim(plan);
  if (claim.kind === 'mine') await claim.lease.publish(ENTRY);

  expect(claim).toMatchObject({ kind: 'mine', entry: undefined });
  expect(counters.read('shared_rejected')).toBe(1);
  expect(await shared.get(plan)).toEqual(ENTRY);
});

check.each([
  ['has no end', {}],
  ['ends in an hour, for a clock that was set back', { PX: 3_600_000 }],
])('RedisRunLocks takes a lock that %s', async (_what, expiry) => {
  const { lease, client, plan, keys, locks } = await openLease();
  await lease.release();
  await client.set(keys.lock(plan.key), 'nobody', expiry);

  expect(await locks.look(plan, 'nobody')).toEqual({ kind: 'gone' });
  expect(await locks.claim(plan)).toMatchObject({ kind: 'mine' });
});
