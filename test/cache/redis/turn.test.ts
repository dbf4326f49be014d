import { createClient } from '@keyv/redis';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { RedisKeys } from '../../../src/cache/redis/keys.ts';
import { entryTtlMs } from '../../../src/cache/redis/turn.ts';
import { openLevelUp, REDIS_URL } from '../../support/redis-level.ts';
import { until } from '../../support/redis-server.ts';
import { LIFETIME, testPlan } from '../../support/test-plan.ts';

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

async function openTurn(plan = testPlan('question')) {
  const level = await openLevelUp(REDIS_URL ?? '');
  const client = createClient({ url: REDIS_URL ?? '' });
  await client.connect();
  onTestFinished(() => client.destroy());
  const claim = await level.fleet.claim(plan);
  if (claim.kind !== 'mine') throw new Error('The key is not claimed');
  return { ...level, claim, turn: claim.turn, client, plan, keys: new RedisKeys(level.namespace) };
}

check('RedisTurn writes the entry with its lifetime, and gives the lock back', async () => {
  const { turn, client, plan, keys, counters } = await openTurn();

  const isHeld = await client.exists(keys.lock(plan.key));
  await turn.land(ENTRY);
  await until(() => counters.read('shared_written') === 1);
  const ttl = await client.pTTL(keys.entry(plan.key));

  expect(isHeld).toBe(1);
  expect(await client.exists(keys.lock(plan.key))).toBe(0);
  expect(ttl).toBeGreaterThan(WHOLE_LIFE_MS - 60_000);
  expect(ttl).toBeLessThanOrEqual(1.1 * WHOLE_LIFE_MS);
});

check('RedisTurn gives no other the lock, and takes none from another', async () => {
  const { turn, client, plan, keys, fleet, counters } = await openTurn();

  const second = await fleet.claim(plan);
  await client.set(keys.lock(plan.key), 'another', { PX: 2_000 });
  await turn.land(ENTRY);
  await until(() => counters.read('fleet_fenced') === 1);
  await turn.release();

  expect(second.kind).toBe('taken');
  expect(await client.exists(keys.entry(plan.key))).toBe(0);
});

check('RedisTurn gives the lock back before the next claim of its process', async () => {
  const { turn, fleet, plan } = await openTurn();

  await turn.release();
  const next = await fleet.claim(plan);
  if (next.kind === 'mine') await next.turn.land(ENTRY);
  const last = await fleet.claim(plan);

  expect([next.kind, last.kind]).toEqual(['mine', 'mine']);
  expect(last).toMatchObject({ entry: ENTRY });
});

check('RedisTurn leaves rows that are never kept to those who wait for them only', async () => {
  const { turn, client, plan, keys, fleet, claim } = await openTurn(
    testPlan('question', { lifetime: undefined }),
  );
  const holder = (await client.get(keys.lock(plan.key))) ?? '';

  const before = await fleet.look(plan, holder);
  await turn.land(ENTRY);
  const after = await fleet.look(plan, holder);
  const next = await fleet.claim(plan);

  expect(claim.kind === 'mine' && claim.entry).toBeUndefined();
  expect(before).toEqual({ kind: 'running' });
  expect(after).toEqual({ kind: 'landed', entry: ENTRY });
  expect(next).toMatchObject({ kind: 'mine', entry: undefined });
  expect(await client.exists(keys.entry(plan.key))).toBe(0);
  expect(await client.pTTL(keys.flight(plan.key, holder))).toBeLessThanOrEqual(5_000);
});

check('RedisTurn that is given back leaves nothing to see', async () => {
  const { turn, client, plan, keys, fleet } = await openTurn();
  const holder = (await client.get(keys.lock(plan.key))) ?? '';

  await turn.release();

  expect(await fleet.look(plan, holder)).toEqual({ kind: 'gone' });
});

check('RedisFleet takes a spoilt entry for none, and overwrites it', async () => {
  const { turn, client, plan, keys, fleet, counters, shared } = await openTurn();
  await turn.release();
  await client.set(keys.entry(plan.key), 'garbage');

  const claim = await fleet.claim(plan);
  if (claim.kind === 'mine') await claim.turn.land(ENTRY);

  expect(claim).toMatchObject({ kind: 'mine', entry: undefined });
  expect(counters.read('shared_rejected')).toBe(1);
  expect(await shared.get(plan)).toEqual(ENTRY);
});

check.each([
  ['has no end', {}],
  ['ends in an hour, for a clock that was set back', { PX: 3_600_000 }],
])('RedisFleet takes a lock that %s', async (_what, expiry) => {
  const { turn, client, plan, keys, fleet } = await openTurn();
  await turn.release();
  await client.set(keys.lock(plan.key), 'nobody', expiry);

  expect(await fleet.look(plan, 'nobody')).toEqual({ kind: 'gone' });
  expect(await fleet.claim(plan)).toMatchObject({ kind: 'mine' });
});
