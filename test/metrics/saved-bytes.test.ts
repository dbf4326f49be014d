import fc from 'fast-check';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { NO_SAVINGS, SAVED_BY, type Savings } from '../../src/bill/savings.ts';
import { SavedBytes } from '../../src/metrics/saved-bytes.ts';
import { samplesOf } from '../support/samples-of.ts';

const NAME = 'fieldstone_saved_bytes_total';

async function count(isByKey: boolean, results: readonly (readonly [string, string, Savings])[]) {
  const registry = new Registry();
  const saved = new SavedBytes(registry, isByKey, 50);
  for (const [endpoint, key, savings] of results) saved.add(endpoint, key, savings);
  return samplesOf(await registry.metrics(), NAME);
}

const saved = (cache: number): Savings => ({ ...NO_SAVINGS, cache, newestFirst: 2 * cache });

test('SavedBytes names the key only where that is wanted, and has every reason from the start', async () => {
  const results = [
    ['logs.all', 'k1', NO_SAVINGS],
    ['logs.all', 'k2', saved(5)],
  ] as const;

  expect(await count(false, results)).toEqual({
    'endpoint="logs.all",reason="cache"': 5,
    'endpoint="logs.all",reason="batching"': 0,
    'endpoint="logs.all",reason="single_flight"': 0,
    'endpoint="logs.all",reason="newest_first"': 10,
    'endpoint="logs.all",reason="folding"': 0,
  });
  expect(await count(true, results)).toMatchObject({
    'endpoint="logs.all",reason="cache",key="k1"': 0,
    'endpoint="logs.all",reason="cache",key="k2"': 5,
    'endpoint="logs.all",reason="newest_first",key="k2"': 10,
  });
});

const result = fc.tuple(
  fc.constantFrom('a', 'b', 'c'),
  fc.nat(20).map((number) => `key-${number}`),
  fc.nat(1_000).map(saved),
);

test('SavedBytes has a bounded number of series, whose sums are right', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(result, { maxLength: 200 }), async (results) => {
      const samples = await count(true, results);

      expect(Object.keys(samples).length).toBeLessThanOrEqual(50);
      for (const reason of ['cache', 'newestFirst'] as const) {
        const of = Object.entries(samples).filter(([labels]) =>
          labels.includes(`reason="${SAVED_BY[reason]}"`),
        );
        expect(of.reduce((sum, [, bytes]) => sum + bytes, 0)).toBe(
          results.reduce((sum, [, , savings]) => sum + savings[reason], 0),
        );
      }
    }),
  );
});

test('SavedBytes counts what is beyond its series as others', async () => {
  const keys = Array.from({ length: 30 }, (_, at) => ['a', `k${at}`, saved(1)] as const);

  const samples = await count(true, keys);

  expect(samples['endpoint="a",reason="cache",key="k8"']).toBe(1);
  expect(samples['endpoint="(other)",reason="cache",key="(other)"']).toBe(21);
});
