import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CacheEntry, CacheKey, CacheShare } from '../../src/cache/entry.ts';
import { ResultCache } from '../../src/cache/result-cache.ts';
import type { Plan } from '../../src/sources/source.ts';
import { cachedBytes } from '../support/cached-bytes.ts';
import { testPlan } from '../support/test-plan.ts';

/** Enough for all that a test keeps. */
const ROOM = { stored: 1e7, sandbox: 1e7 };

const entryOf = (n: number): CacheEntry => ({
  rows: [[n]],
  truncated: n % 2 === 0,
  bytesBilled: n,
  computedAt: BigInt(n),
});

/** Questions of which some have one key and differ in what it stands for. */
const QUESTIONS: readonly Plan[] = (['stored', 'sandbox'] as const).flatMap((share) =>
  ['a', 'b'].flatMap((key) =>
    ['one', 'two'].map((identity) => testPlan(`${key} ${identity}`, { key, share })),
  ),
);

interface Step {
  readonly do: 'set' | 'peek' | 'get' | 'delete' | 'share' | 'derive';
  readonly question: Plan;
  readonly n: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('set', 'peek', 'get', 'delete', 'share', 'derive'),
  question: fc.constantFrom(...QUESTIONS),
  n: fc.nat({ max: 1_000 }),
});

/** The same in the plainest way: for each share and key what was kept last, and of whom. */
class Model {
  readonly #own = new Map<string, { identity: string; entry: CacheEntry }>();
  readonly #shared = new Map<string, CacheEntry>();

  set({ share, key, identity }: CacheKey, entry: CacheEntry): void {
    this.#own.set(`${share} ${key}`, { identity, entry });
  }

  share({ identity }: CacheKey, entry: CacheEntry): void {
    this.#shared.set(identity, entry);
  }

  shared({ identity }: CacheKey): CacheEntry | undefined {
    return this.#shared.get(identity);
  }

  delete({ share, key }: CacheKey): void {
    this.#own.delete(`${share} ${key}`);
  }

  peek({ share, key, identity }: CacheKey): CacheEntry | undefined {
    const kept = this.#own.get(`${share} ${key}`);
    return kept?.identity === identity ? kept.entry : undefined;
  }

  get(question: CacheKey): CacheEntry | undefined {
    const shared = this.shared(question);
    if (!this.peek(question) && shared) this.set(question, shared);
    return this.peek(question);
  }

  /** What is kept of one share, in no particular order. */
  ofShare(share: CacheShare): readonly CacheEntry[] {
    return [...this.#own].flatMap(([name, { entry }]) => (name.startsWith(share) ? [entry] : []));
  }
}

async function take(cache: ResultCache<Plan>, model: Model, each: Step): Promise<void> {
  const { question, n } = each;
  switch (each.do) {
    case 'set':
      await cache.set(question, entryOf(n));
      model.set(question, entryOf(n));
      break;
    case 'get':
      expect((await cache.get(question))?.entry).toEqual(model.get(question));
      break;
    case 'delete':
      await cache.delete(question);
      model.delete(question);
      break;
    case 'share':
      model.share(question, entryOf(n));
      break;
    case 'derive':
      cache.peek(question)?.derived.set('name', n, 10);
      break;
    case 'peek':
  }
  expect(cache.peek(question)?.entry).toEqual(model.peek(question));
}

test('ResultCache has what was kept last for a question, whatever was asked of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const model = new Model();
      const cache = new ResultCache<Plan>(ROOM, { get: async (key) => model.shared(key) });

      for (const each of steps) await take(cache, model, each);

      const kept = [...cache.records()].map(({ entry }) => entry);
      const expected = [...model.ofShare('stored'), ...model.ofShare('sandbox')];
      expect(new Set(kept)).toEqual(new Set(expected));
      expect(kept).toHaveLength(expected.length);
      expect(cache.usage()).toMatchObject({
        stored: { entries: model.ofShare('stored').length, evictions: 0 },
        sandbox: { entries: model.ofShare('sandbox').length, evictions: 0 },
      });
    }),
  );
});

test('ResultCache keeps what was computed while the shared cache was asked', async () => {
  const asked = Promise.withResolvers<CacheEntry>();
  const cache = new ResultCache<Plan>(ROOM, { get: () => asked.promise });
  const question = testPlan('question');

  const getting = cache.get(question);
  const own = await cache.set(question, entryOf(2));
  asked.resolve(entryOf(1));

  expect(await getting).toBe(own);
});

test('ResultCache asks the shared cache again once it has answered, but not for what is kept', async () => {
  let answer: CacheEntry | undefined;
  let asked = 0;
  const get = async () => {
    asked += 1;
    return answer;
  };
  const cache = new ResultCache<Plan>(ROOM, { get });
  const question = testPlan('question');

  const before = await Promise.all([cache.get(question), cache.get(question)]);
  answer = entryOf(1);
  const after = await cache.get(question);

  expect(before).toEqual([undefined, undefined]);
  expect(after?.entry).toEqual(entryOf(1));
  expect(await cache.get(question)).toBe(after);
  expect(asked).toBe(2);
});

test('a value derived from rows stays with them, and goes with them', async () => {
  const cache = new ResultCache<Plan>(ROOM);
  const question = testPlan('question');
  const { derived } = await cache.set(question, entryOf(1));
  const bytes = cachedBytes(cache);

  derived.set('csv', 'first', 100);
  derived.set('csv', 'second', 1_000);

  expect(cache.peek(question)?.derived.get('csv')).toBe('first');
  expect(cachedBytes(cache)).toBe(bytes + 100);
  const { derived: renewed } = await cache.set(question, entryOf(1));
  expect(renewed.get('csv')).toBeUndefined();
  expect(cachedBytes(cache)).toBe(bytes);
  // Whoever still holds the old rows must not count for the new ones.
  derived.set('json', 'late', 5_000);
  expect(cachedBytes(cache)).toBe(bytes);
  await cache.delete(question);
  expect(cachedBytes(cache)).toBe(0);
});

test('a record begins unread, not refreshing and without a failure, also in place of another', async () => {
  const cache = new ResultCache<Plan>(ROOM);
  const question = testPlan('question');
  const first = await cache.set(question, entryOf(1));
  Object.assign(first, {
    wasRead: true,
    isRefreshing: true,
    failure: { count: 1, retryAt: 0n, status: 503 },
  });

  const second = await cache.set(question, entryOf(2));

  expect(second).toMatchObject({ wasRead: false, isRefreshing: false, failure: undefined });
  expect(cache.peek(question)).toBe(second);
});
