import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { MemoryCache } from '../../src/cache/memory-cache.ts';
import type { Row } from '../../src/googlesql/value.ts';
import type { Plan } from '../../src/sources/source.ts';
import { LIFETIME, testPlan } from '../support/test-plan.ts';

const entry = (rows: readonly Row[]) => ({
  rows,
  truncated: false,
  bytesBilled: 0,
  computedAt: 0n,
});

const caches = (stored: number, sandbox = stored) => new MemoryCache<Plan>({ stored, sandbox });

/** As many rows as an hour of minutes has, with values that share nothing. */
function statistics(seed: number): Row[] {
  return Array.from({ length: 61 }, (_, i) => [
    seed * 1e6 + i,
    ...Array.from({ length: 5 }, (__, j) => (seed + i + j) / 7),
    i,
    `text ${seed} ${i}`,
  ]);
}

test('MemoryCache forgets what was not read for the longest when its bytes are used up', () => {
  const cache = caches(15_000);
  for (const name of ['a', 'b', 'c']) cache.set(testPlan(name), entry([['x'.repeat(1_000)]]));
  cache.get(testPlan('a'));

  cache.set(testPlan('d'), entry([['x'.repeat(1_000)]]));

  expect(['a', 'b', 'c', 'd'].filter((name) => cache.get(testPlan(name)))).toEqual(
    ['a', 'd', 'c'].sort(),
  );
});

test('MemoryCache counts what is made from the rows', () => {
  const cache = caches(11_000);
  const first = cache.set(testPlan('a'), entry([]));
  cache.set(testPlan('b'), entry([]));
  const before = cache.bytes;

  first.derived.set('bytes', Buffer.alloc(8_000), 8_000);

  expect(cache.bytes).toBeLessThanOrEqual(11_000);
  expect(before).toBeLessThan(6_000);
  expect(cache.get(testPlan('a'))?.derived.get('bytes')).toBeInstanceOf(Buffer);
  expect(cache.get(testPlan('b'))).toBeUndefined();
});

test('MemoryCache does not keep an entry that is larger than its share', () => {
  const cache = caches(5_000);

  cache.set(testPlan('a'), entry([['x'.repeat(5_000)]]));

  expect(cache.get(testPlan('a'))).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

test("MemoryCache keeps callers' own SQL from pushing out stored results", () => {
  const cache = caches(5_000, 5_000);
  cache.set(testPlan('stored'), entry([]));

  for (let i = 0; i < 100; i += 1) {
    cache.set(testPlan(`sql ${i}`, { share: 'sandbox' }), entry([['x'.repeat(500)]]));
  }

  expect(cache.get(testPlan('stored'))).toBeDefined();
});

test('MemoryCache keeps what was asked only of rows that are kept warm', () => {
  const cache = caches(10_000);
  const warm = testPlan('warm');
  const other = testPlan('other', { lifetime: { ...LIFETIME, warmSeconds: undefined } });

  cache.set(warm, entry([]));
  cache.set(other, entry([]));

  expect(cache.get(warm)?.question).toBe(warm);
  expect(cache.get(other)).toMatchObject({ identity: 'other', question: undefined });
});

test('MemoryCache stays under its bytes with 10 000 distinct results', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const limit = 20_000_000;
  const cache = caches(limit, 1);
  collect();
  const before = process.memoryUsage().heapUsed;

  for (let i = 0; i < 10_000; i += 1) cache.set(testPlan(`${i}`), entry(statistics(i)));
  collect();
  const grown = process.memoryUsage().heapUsed - before;

  expect(cache.bytes).toBeLessThanOrEqual(limit);
  expect(cache.bytes).toBeGreaterThan(limit * 0.9);
  expect(grown).toBeLessThan(limit);
});
