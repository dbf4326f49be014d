import fc from 'fast-check';
import { Keyv } from 'keyv';
import { expect, test } from 'vitest';
import { Counters } from '../../src/cache/counters.ts';
import type { CacheEntry } from '../../src/cache/entry.ts';
import { sealEnvelope } from '../../src/cache/envelope.ts';
import { ResultCache } from '../../src/cache/result-cache.ts';
import { entryName, SharedCache } from '../../src/cache/shared.ts';
import type { Plan } from '../../src/sources/source.ts';
import { testPlan } from '../support/test-plan.ts';

const QUESTIONS = ['a', 'b', 'c'].map((name) => testPlan(name));
const entryOf = (n: number): CacheEntry => ({
  rows: [[n]],
  truncated: false,
  bytesBilled: 0,
  computedAt: BigInt(n),
});

/** A store that fails, or has garbage, when it is told to. */
class SpoiltStore {
  readonly #map = new Map<string, Buffer>();
  state: 'sound' | 'failing' | 'garbage' | 'cut' = 'sound';

  async get(name: string): Promise<unknown> {
    const kept = this.#map.get(name);
    if (this.state === 'failing') throw new Error('Not now');
    if (kept && this.state === 'garbage') return Buffer.from(kept).fill(7, 20);
    return kept && this.state === 'cut' ? kept.subarray(0, kept.length - 1) : kept;
  }

  async put(plan: Plan, entry: CacheEntry): Promise<void> {
    const envelope = await sealEnvelope(plan, entry);
    if (envelope) this.#map.set(entryName(plan.key), envelope);
  }
}

interface Step {
  readonly do: 'publish' | 'ask' | 'forget' | 'state';
  readonly replica: 0 | 1;
  readonly question: Plan;
  readonly n: number;
  readonly state: SpoiltStore['state'];
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('publish', 'ask', 'ask', 'forget', 'state'),
  replica: fc.constantFrom(0, 1),
  question: fc.constantFrom(...QUESTIONS),
  n: fc.nat({ max: 1_000 }),
  state: fc.constantFrom('sound', 'failing', 'garbage', 'cut'),
});

/** Two replicas over one store, and what each of them must have. */
class Replicas {
  readonly store = new SpoiltStore();
  readonly counters = new Counters();
  readonly caches = [0, 1].map(
    () =>
      new ResultCache<Plan>(
        { stored: 1e7, sandbox: 1e7 },
        new SharedCache(this.store as never, this.counters),
      ),
  );
  readonly own = [new Map<string, CacheEntry>(), new Map<string, CacheEntry>()];
  readonly shared = new Map<string, CacheEntry>();

  async take({ do: what, replica, question, n, state }: Step): Promise<void> {
    const [cache, own] = [this.caches[replica], this.own[replica]];
    if (!cache || !own) throw new Error('There are two replicas');
    switch (what) {
      case 'publish':
        await cache.set(question, entryOf(n));
        await this.store.put(question, entryOf(n));
        own.set(question.identity, entryOf(n));
        this.shared.set(question.identity, entryOf(n));
        break;
      case 'forget':
        await cache.delete(question);
        own.delete(question.identity);
        break;
      case 'state':
        this.store.state = state;
        break;
      case 'ask': {
        const found = this.store.state === 'sound' ? this.shared.get(question.identity) : undefined;
        const expected = own.get(question.identity) ?? found;
        expect((await cache.get(question))?.entry).toEqual(expected);
        if (expected) own.set(question.identity, expected);
      }
    }
  }
}

test('replicas have what one of them published, and never anything but an entry of the question', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const replicas = new Replicas();
      for (const each of steps) await replicas.take(each);
    }),
  );
});

test.each([
  ['sound', 'shared_hit'],
  ['garbage', 'shared_rejected'],
  ['cut', 'shared_rejected'],
  ['failing', undefined],
] as const)('a look-up in a store that is %s counts as %s', async (state, counted) => {
  const { caches, counters, store } = new Replicas();
  const [question = testPlan('a')] = QUESTIONS;
  await store.put(question, entryOf(1));
  store.state = state;

  const record = await caches[0]?.get(question);

  expect(record?.entry).toEqual(state === 'sound' ? entryOf(1) : undefined);
  expect([...counters.entries()]).toEqual(counted === undefined ? [] : [[counted, 1]]);
});

test('SharedCache asks its store by a name that no other key has', async () => {
  const keyv = new Keyv<Buffer>();
  const asked: string[] = [];
  const get = async (name: string) => {
    asked.push(name);
    return keyv.get(name);
  };
  const cache = new SharedCache({ get } as never, new Counters());

  for (const question of QUESTIONS) await cache.get(question);

  expect(asked).toEqual(QUESTIONS.map(({ key }) => `{${key}}:entry`));
});
