import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FieldstoneError } from '../../../src/errors.ts';
import { cached, settled } from '../../support/cached.ts';
import { cachedBytes } from '../../support/cached-bytes.ts';
import { live } from '../../support/live.ts';
import { LIFETIME, testPlan } from '../../support/test-plan.ts';

const PLAN = testPlan('question');

/** What an engine does when it is asked. */
type Engine = 'answers' | 'is away' | 'refuses the caller';

type Step =
  | { readonly do: 'ask' }
  | { readonly do: 'pass'; readonly seconds: number }
  | { readonly do: 'turn'; readonly engine: Engine };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'ask' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.oneof(fc.constantFrom(0.5, 1, 2, 64, 300, 900, 1_200, 4_500), fc.nat(1_000)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('turn' as const),
      engine: fc.constantFrom<Engine>('answers', 'is away', 'refuses the caller'),
    }),
  },
);

/** A cache on an engine that does what it is told; its rows are the seconds at which they were computed. */
function world() {
  const state = { engine: 'answers' as Engine, failures: 0, retryAt: 0 };
  const parts = cached(() => {
    if (state.engine === 'answers') return { rows: [[seconds()]] };
    throw state.engine === 'is away'
      ? new FieldstoneError('ENGINE_UNAVAILABLE', 'It is away')
      : new FieldstoneError('COST_LIMIT_EXCEEDED', 'Too dear');
  });
  const start = parts.clock.now();
  const seconds = () => Number(parts.clock.now() - start) / 1e6;
  return { ...parts, state, seconds };
}

type World = ReturnType<typeof world>;

/** What RFC 5861 and the documentation say of rows by their age, in seconds. */
function ageClass(age: number): 'fresh' | 'while refreshed' | 'on error' | 'gone' {
  const { freshSeconds, revalidateSeconds, errorSeconds } = LIFETIME;
  if (age < freshSeconds) return 'fresh';
  if (age < freshSeconds + revalidateSeconds) return 'while refreshed';
  return age < freshSeconds + errorSeconds ? 'on error' : 'gone';
}

/** How old the kept rows are, in seconds. */
function ageOf({ cache, clock }: World): number {
  const record = cache.peek(PLAN);
  if (!record) return Number.POSITIVE_INFINITY;
  return Number(clock.now() - record.entry.computedAt) / 1e6;
}

/** Whether the engine has to be asked; after failures it is not, for a while. */
function mustRun(age: number, { state, seconds }: World): boolean {
  const use = ageClass(age);
  return use === 'gone' || (use !== 'fresh' && seconds() >= state.retryAt);
}

/** Counts failures of refreshes: the waits after them double, from one second to 64. */
function recordRun(age: number, { state, seconds }: World): void {
  const use = ageClass(age);
  if (state.engine === 'answers' || use === 'gone') {
    Object.assign(state, { failures: 0, retryAt: 0 });
  } else if (use === 'while refreshed' || state.engine === 'is away') {
    state.failures += 1;
    state.retryAt = seconds() + 2 ** Math.min(state.failures - 1, 6);
  }
}

/** The answer that is right for the age of the rows that were kept before it, and for what the engine does. */
function rightAnswer(age: number, { state, seconds }: World, hasRun: boolean): object {
  const now = seconds();
  const kept = { rows: [[now - age]] };
  const use = ageClass(age);
  if (use === 'fresh') return { ...kept, cacheStatus: 'HIT' };
  if (use === 'while refreshed') return { ...kept, cacheStatus: 'STALE' };
  const failed = { ...kept, cacheStatus: 'STALE', failedStatus: expect.any(Number) };
  if (!hasRun) return failed;
  if (state.engine === 'answers') return { rows: [[now]], cacheStatus: 'MISS' };
  if (state.engine === 'refuses the caller') return { code: 'COST_LIMIT_EXCEEDED' };
  return use === 'gone' ? { code: 'ENGINE_UNAVAILABLE' } : failed;
}

/** What peeking may not change. */
function stateOf({ below, cache, counters, errors }: World) {
  const { wasRead, isRefreshing, failure, entry } = cache.peek(PLAN) ?? {};
  const counted = ['memory_hit', 'memory_miss', 'stale_on_error', 'refreshed', 'refresh_failed'];
  return {
    record: { wasRead, isRefreshing, failure, entry },
    counts: counted.map((name) => counters.read(name as 'memory_hit')),
    runs: below.plans.length,
    errors: errors.length,
  };
}

/** Peeks, then asks; both must agree, and the answer be right. */
async function askOnce(asked: World): Promise<void> {
  const { source, below } = asked;
  const age = ageOf(asked);
  const runs = below.plans.length;
  const before = stateOf(asked);
  const peeked = source.peek(PLAN);
  expect(stateOf(asked)).toEqual(before);

  const answer = source.answer(PLAN, live({ now: asked.clock.now() }));
  expect(answer instanceof Promise).toBe(peeked === undefined);
  const got = await Promise.resolve(answer).catch((error: FieldstoneError) => error);
  await settled();

  if (peeked) {
    const { rows, cacheStatus } = peeked;
    expect(got).toMatchObject({ rows, cacheStatus });
  }
  const hasRun = mustRun(age, asked);
  expect(below.plans.length - runs).toBe(Number(hasRun));
  expect(got).toMatchObject(rightAnswer(age, asked, hasRun));
  if (hasRun) recordRun(age, asked);
  if (ageClass(age) === 'gone' && 'code' in got) expect(cachedBytes(asked.cache)).toBe(0);
}

test('CachedSource answers by the age of its rows and the state of the engine, as it peeks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const asked = world();
      for (const each of steps) {
        if (each.do === 'ask') await askOnce(asked);
        else if (each.do === 'pass') asked.clock.advance(each.seconds);
        else asked.state.engine = each.engine;
      }
    }),
    { numRuns: 300 },
  );
});
