import { expect, test } from 'vitest';
import { RedisLedger } from '../../src/bill/redis-ledger.ts';
import { openLevelUp, REDIS_URL } from '../support/redis-level.ts';
import { HOUR, ledgerContract, line } from './ledger-contract.ts';

const check = test.skipIf(!REDIS_URL);
const now = () => (HOUR + 0.5) * 3_600_000;
const DAY_SECONDS = 86_400;

async function openLedger(namespace?: string, keepDays = 400, clock = now) {
  const level = await openLevelUp(REDIS_URL ?? '', namespace === undefined ? {} : { namespace });
  const { link } = level;
  const ledger = new RedisLedger({ link, namespace: level.namespace, keepDays, now: clock });
  const keys = () => link.call((client) => client.keys(`${level.namespace}*`));
  const ttl = (key: string) => link.call((client) => client.ttl(key));
  return { ledger, namespace: level.namespace, link, keys, ttl };
}

ledgerContract(
  'RedisLedger',
  async () => {
    const { namespace } = await openLedger();
    return { open: async () => (await openLedger(namespace)).ledger };
  },
  check,
);

check('RedisLedger adds up what replicas add at the same time', async () => {
  const { ledger, namespace } = await openLedger();
  const other = (await openLedger(namespace)).ledger;

  await Promise.all(
    Array.from({ length: 25 }, (_, i) =>
      [ledger, other].map(async (one, writer) =>
        one.add({ writer: `${writer} ${i}`, number: 1, lines: [line({ runs: 1, billed: 7 })] }),
      ),
    ).flat(),
  );

  expect(await ledger.read(HOUR)).toEqual([line({ runs: 50, billed: 350 })]);
});

check(
  'RedisLedger keeps days as long as it is told, and names all its keys for one slot',
  async () => {
    const clock = { now: now() };
    const { keys, ledger, namespace, ttl } = await openLedger(undefined, 3, () => clock.now);

    for (let day = 0; day < 5; day += 1) {
      await ledger.add({
        writer: 'w',
        number: day + 1,
        lines: [line({ runs: 1 }, { hour: HOUR + 24 * day })],
      });
      clock.now += DAY_SECONDS * 1_000;
    }

    const first = HOUR / 24 + 1;
    expect((await keys()).sort()).toEqual([
      ...[0, 1, 2, 3].map((day) => `${namespace}::{bill}:day:${first + day}`),
      `${namespace}::{bill}:days`,
      `${namespace}::{bill}:writer:w`,
    ]);
    // What has an expiry may be evicted.
    expect(await ttl(`${namespace}::{bill}:day:${first}`)).toBe(-1);
    expect(await ttl(`${namespace}::{bill}:writer:w`)).toBeGreaterThan(6 * DAY_SECONDS);
    clock.now -= DAY_SECONDS * 1_000;
    expect((await ledger.read(0)).map(({ hour }) => (hour - HOUR) / 24)).toEqual([1, 2, 3, 4]);
  },
);

check('RedisLedger rejects when Redis is not asked, and has lost nothing then', async () => {
  const { ledger, link, namespace } = await openLedger();
  const batch = { writer: 'w', number: 1, lines: [line({ runs: 1 })] };
  await link.close();

  await expect(ledger.add(batch)).rejects.toThrow('Redis is not asked');

  const again = (await openLedger(namespace)).ledger;
  await again.add(batch);
  expect(await again.read(HOUR)).toEqual([line({ runs: 1 })]);
});
