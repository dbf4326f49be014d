import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CacheKey, CacheShare } from '../../src/cache/entry.ts';
import { ResultCache } from '../../src/cache/result-cache.ts';
import type { Row } from '../../src/googlesql/value.ts';
import type { Plan } from '../../src/sources/source.ts';
import { cachedBytes } from '../support/cached-bytes.ts';
import { LIFETIME, testPlan } from '../support/test-plan.ts';

const entry = (rows: readonly Row[]) => ({
  rows,
  truncated: false,
  bytesBilled: 0,
  computedAt: 0n,
});

const caches = (stored: number, sandbox = stored) => new ResultCache<Plan>({ stored, sandbox });

/** The rows of every record; those of stored queries first. */
const rowsOf = (cache: ResultCache<Plan>) => [...cache.records()].map((each) => each.entry.rows);

/** As many rows as an hour of minutes has, with values that share nothing. */
function statistics(seed: number): Row[] {
  return Array.from({ length: 61 }, (_, i) => [
    seed * 1e6 + i,
    ...Array.from({ length: 5 }, (__, j) => (seed + i + j) / 7),
    i,
    `text ${seed} ${i}`,
  ]);
}

test('ResultCache forgets what was not read for the longest when its bytes are used up', async () => {
  const cache = caches(15_000);
  for (const name of ['a', 'b', 'c']) await cache.set(testPlan(name), entry([['x'.repeat(1_000)]]));
  cache.peek(testPlan('a'));

  await cache.set(testPlan('d'), entry([['x'.repeat(1_000)]]));

  expect(['a', 'b', 'c', 'd'].filter((name) => cache.peek(testPlan(name)))).toEqual(
    ['a', 'd', 'c'].sort(),
  );
});

test('ResultCache counts what is made from the rows', async () => {
  const cache = caches(11_000);
  const first = await cache.set(testPlan('a'), entry([]));
  await cache.set(testPlan('b'), entry([]));
  const before = cachedBytes(cache);

  first.derived.set('bytes', Buffer.alloc(8_000), 8_000);

  expect(cachedBytes(cache)).toBeLessThanOrEqual(11_000);
  expect(before).toBeLessThan(6_000);
  expect(cache.peek(testPlan('a'))?.derived.get('bytes')).toBeInstanceOf(Buffer);
  expect(cache.peek(testPlan('b'))).toBeUndefined();
});

test('ResultCache does not keep an entry that is larger than its share', async () => {
  const cache = caches(5_000);

  await cache.set(testPlan('a'), entry([['x'.repeat(5_000)]]));

  expect(cache.peek(testPlan('a'))).toBeUndefined();
  expect(cachedBytes(cache)).toBe(0);
});

test("ResultCache keeps callers' own SQL from pushing out stored results", async () => {
  const cache = caches(5_000, 5_000);
  await cache.set(testPlan('stored'), entry([]));

  for (let i = 0; i < 100; i += 1) {
    await cache.set(testPlan(`sql ${i}`, { share: 'sandbox' }), entry([['x'.repeat(500)]]));
  }

  expect(cache.peek(testPlan('stored'))).toBeDefined();
  expect(cache.peek(testPlan('sql 99', { share: 'sandbox' }))).toBeDefined();
  expect(cache.peek(testPlan('sql 0', { share: 'sandbox' }))).toBeUndefined();
});

test('ResultCache keeps what was asked only of rows that are kept warm', async () => {
  const cache = caches(10_000);
  const warm = testPlan('warm');
  const other = testPlan('other', { lifetime: { ...LIFETIME, warmSeconds: undefined } });

  await cache.set(warm, entry([]));
  await cache.set(other, entry([]));

  expect(cache.peek(warm)?.question).toBe(warm);
  expect(cache.peek(other)).toMatchObject({ identity: 'other', question: undefined });
});

const SHARE_BYTES = 12_000;

interface Step {
  readonly do: 'set' | 'peek' | 'derive' | 'delete';
  readonly name: string;
  readonly share: CacheShare;
  readonly bytes: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('set', 'peek', 'derive', 'delete'),
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  share: fc.constantFrom('stored', 'sandbox'),
  bytes: fc.integer({ min: 1, max: 1.5 * SHARE_BYTES }),
});

async function take(cache: ResultCache<Plan>, each: Step, i: number): Promise<void> {
  const plan = testPlan(`${each.share} ${each.name}`, { share: each.share });
  if (each.do === 'set') await cache.set(plan, entry([['x'.repeat(each.bytes / 2), i]]));
  if (each.do === 'delete') await cache.delete(plan);
  const record = cache.peek(plan);
  if (each.do === 'derive') record?.derived.set(`${i}`, i, each.bytes);
}

test('ResultCache never passes the bytes of a share, and no share does anything to the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const both = caches(SHARE_BYTES);
      const alone = { stored: caches(SHARE_BYTES), sandbox: caches(SHARE_BYTES) };

      for (const [i, each] of steps.entries()) {
        const { share } = each;
        for (const cache of [both, alone[share]]) await take(cache, each, i);
        expect(cachedBytes(alone[share])).toBeLessThanOrEqual(SHARE_BYTES);
        expect(cachedBytes(both)).toBe(cachedBytes(alone.stored) + cachedBytes(alone.sandbox));
        expect(rowsOf(both)).toEqual([...rowsOf(alone.stored), ...rowsOf(alone.sandbox)]);
      }
    }),
  );
});

test('ResultCache stays under its bytes with 10 000 distinct results', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const limit = 20_000_000;
  const cache = caches(limit, 1);
  collect();
  const before = process.memoryUsage().heapUsed;

  for (let i = 0; i < 10_000; i += 1) await cache.set(testPlan(`${i}`), entry(statistics(i)));
  collect();
  const grown = process.memoryUsage().heapUsed - before;

  expect(cachedBytes(cache)).toBeLessThanOrEqual(limit);
  expect(cachedBytes(cache)).toBeGreaterThan(limit * 0.9);
  expect(grown).toBeLessThan(limit);
});

test('ResultCache looks among what replicas share once for all who ask meanwhile, and keeps it', async () => {
  const asked: string[] = [];
  const shared = {
    get: async ({ identity }: CacheKey) => {
      asked.push(identity);
      return identity === 'known' ? entry([[1]]) : undefined;
    },
  };
  const cache = new ResultCache<Plan>({ stored: 1e6, sandbox: 1e6 }, shared);
  const known = testPlan('known');

  const records = await Promise.all([1, 2, 3].map(() => cache.get(known)));
  const again = await cache.get(known);

  expect(new Set([...records, again, cache.peek(known)]).size).toBe(1);
  expect(again?.entry.rows).toEqual([[1]]);
  expect(await cache.get(testPlan('unknown'))).toBeUndefined();
  expect(asked).toEqual(['known', 'unknown']);
});

test('ResultCache does not give one question the record of another under the same key', async () => {
  const cache = caches(1e6);
  const [mine, foreign] = [testPlan('mine'), testPlan('foreign', { key: testPlan('mine').key })];
  await cache.set(foreign, entry([[1]]));

  expect(cache.peek(mine)).toBeUndefined();
  expect(cache.peek(foreign)).toBeDefined();
});
