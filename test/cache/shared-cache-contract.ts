import { expect, test } from 'vitest';
import type { Counters } from '../../src/cache/counters.ts';
import type { CacheEntry } from '../../src/cache/entry.ts';
import { sealEnvelope } from '../../src/cache/envelope.ts';
import type { SharedCache } from '../../src/cache/shared.ts';
import { SCALARS } from '../../src/googlesql/types.ts';
import { testPlan } from '../support/test-plan.ts';

/** A shared cache, and the way into its store. */
export interface CacheUnderTest {
  readonly cache: Pick<SharedCache, 'get'>;
  readonly counters: Counters;
  /** Writes the bytes of a key's entry. */
  put(key: string, bytes: Buffer): Promise<void>;
}

const ENTRY: CacheEntry = {
  rows: [
    [1, 'one', 1.5],
    [2n ** 60n, '\ud800', Number.NaN],
    [null, '', -0],
  ],
  truncated: true,
  bytesBilled: 42,
  computedAt: 1_751_328_000_000_000n,
  dataState: { shared: 'files' },
};
const COLUMNS = [
  { name: 'i', type: SCALARS.INT64 },
  { name: 's', type: SCALARS.STRING },
  { name: 'f', type: SCALARS.FLOAT64 },
];
const planOf = (identity: string) => testPlan(identity, { columns: COLUMNS });

/** What every shared cache does, whatever its store is. */
export function describeSharedCache(
  name: string,
  open: () => Promise<CacheUnderTest>,
  isSkipped = false,
): void {
  const check = test.skipIf(isSkipped);

  check(`${name} has nothing under a key that nobody wrote`, async () => {
    const { cache, counters } = await open();

    expect(await cache.get(planOf('absent'))).toBeUndefined();
    expect(counters.read('shared_miss')).toBe(1);
  });

  check(`${name} gives an entry back exactly`, async () => {
    const { cache, counters, put } = await open();
    const plan = planOf('exact');
    await put(plan.key, await seal(plan));

    expect(await cache.get(plan)).toStrictEqual(ENTRY);
    expect(counters.read('shared_hit')).toBe(1);
  });

  check(`${name} gives each key its own entry`, async () => {
    const { cache, put } = await open();
    const [first, second] = [planOf('first'), planOf('second')];
    await put(first.key, await seal(first));
    await put(second.key, await seal(second, { ...ENTRY, rows: [] }));

    expect(await cache.get(first)).toStrictEqual(ENTRY);
    expect(await cache.get(second)).toMatchObject({ rows: [] });
  });

  check(`${name} gives the entry that was written last`, async () => {
    const { cache, put } = await open();
    const plan = planOf('twice');
    await put(plan.key, await seal(plan));
    await put(plan.key, await seal(plan, { ...ENTRY, computedAt: 6n }));

    expect(await cache.get(plan)).toMatchObject({ computedAt: 6n });
  });

  check(`${name} does not give one key the entry of another`, async () => {
    const { cache, counters, put } = await open();
    const [mine, foreign] = [planOf('tenant a'), planOf('tenant b')];
    await put(mine.key, await seal(foreign));

    expect(await cache.get(mine)).toBeUndefined();
    expect(counters.read('shared_rejected')).toBe(1);
  });

  check.each([
    ['garbage', () => Buffer.from('garbage')],
    ['JSON', () => Buffer.from('{"rows":"x","__proto__":{"rows":[]}}')],
    [
      'another version',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('/2', '/9'), 'latin1'),
    ],
    ['half of an entry', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['more than an entry', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('more')])],
  ])(`${name} takes %s for nothing, and recovers when it is overwritten`, async (_what, spoil) => {
    const { cache, counters, put } = await open();
    const plan = planOf('spoilt');
    const good = await seal(plan);
    await put(plan.key, spoil(good));

    expect(await cache.get(plan)).toBeUndefined();
    expect(counters.read('shared_rejected')).toBe(1);
    await put(plan.key, good);
    expect(await cache.get(plan)).toStrictEqual(ENTRY);
  });
}

async function seal(plan: ReturnType<typeof testPlan>, entry = ENTRY): Promise<Buffer> {
  const envelope = await sealEnvelope(plan, entry);
  if (!envelope) throw new Error('The entry is too large');
  return envelope;
}
