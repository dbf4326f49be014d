import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DataState } from '../../../src/engines/engine.ts';
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
  | { readonly do: 'turn'; readonly engine: Engine }
  | { readonly do: 'change'; readonly data: DataState };

/** The second differs from the first in times only. */
const DATA: readonly DataState[] = [
  { shared: 'a', local: 'a1' },
  { shared: 'a', local: 'a2' },
  { shared: 'b', local: 'b1' },
];

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
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('change' as const), data: fc.constantFrom(...DATA) }),
  },
);

/** A cache on an engine that does what it is told; its rows are the seconds at which they were computed. */
function world() {
  const state = { engine: 'answers' as Engine, failures: 0, retryAt: 0, failedOn: '' };
  const parts = cached(() => {
    if (state.engine === 'answers') return { rows: [[seconds()]] };
    throw state.engine === 'is away'
      ? new FieldstoneError('ENGINE_UNAVAILABLE', 'It is away')
      : new FieldstoneError('COST_LIMIT_EXCEEDED', 'Too dear');
  });
  const start = parts.clock.now();
  const seconds = () => Number(parts.clock.now() - start) / 1e6;
  parts.data.state = DATA[0];
  return { ...parts, state, seconds };
}

type World = ReturnType<typeof world>;

/** What rows may be used for. */
type Use = 'fresh' | 'while refreshed' | 'on error' | 'gone';

/** What RFC 5861 and the documentation say of rows by their age, in seconds. */
function ageClass(age: number): Use {
  const { freshSeconds, revalidateSeconds, errorSeconds } = LIFETIME;
  if (age < freshSeconds) return 'fresh';
  if (age < freshSeconds + revalidateSeconds) return 'while refreshed';
  return age < freshSeconds + errorSeconds ? 'on error' : 'gone';
}

/** The use of the kept rows; those of other data are for failures only. */
function useOf(asked: World): Use {
  const use = ageClass(ageOf(asked));
  const isOld = asked.cache.peek(PLAN)?.entry.dataState?.local !== asked.data.state?.local;
  return isOld && use !== 'gone' ? 'on error' : use;
}

/** How old the kept rows are, in seconds. */
function ageOf({ cache, clock }: World): number {
  const record = cache.peek(PLAN);
  if (!record) return Number.POSITIVE_INFINITY;
  return Number(clock.now() - record.entry.computedAt) / 1e6;
}

/** Whether the engine has to be asked; after failures it is not, for a while. */
function mustRun(use: Use, { state, data, seconds }: World): boolean {
  if (use === 'gone') return true;
  return use !== 'fresh' && (seconds() >= state.retryAt || state.failedOn !== data.state?.local);
}

/** Counts failures of refreshes: the waits after them double, from one second to 64. */
function recordRun(use: Use, { state, data, seconds }: World): void {
  if (state.engine === 'answers' || use === 'gone') {
    Object.assign(state, { failures: 0, retryAt: 0 });
  } else if (use === 'while refreshed' || state.engine === 'is away') {
    state.failures += 1;
    state.failedOn = data.state?.local ?? '';
    state.retryAt = seconds() + 2 ** Math.min(state.failures - 1, 6);
  }
}

/** The answer that is right for the use of the rows that were kept before it, and for what the engine does. */
function rightAnswer(
  { age, use }: { readonly age: number; readonly use: Use },
  { state, seconds }: World,
  hasRun: boolean,
): object {
  const now = seconds();
  const kept = { rows: [[now - age]] };
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
  const [age, use] = [ageOf(asked), useOf(asked)];
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
  const hasRun = mustRun(use, asked);
  expect(below.plans.length - runs).toBe(Number(hasRun));
  expect(got).toMatchObject(rightAnswer({ age, use }, asked, hasRun));
  if (hasRun) recordRun(use, asked);
  if (use === 'gone' && 'code' in got) expect(cachedBytes(asked.cache)).toBe(0);
}

async function take(step: Step, asked: World): Promise<void> {
  if (step.do === 'ask') await askOnce(asked);
  else if (step.do === 'pass') asked.clock.advance(step.seconds);
  else if (step.do === 'change') asked.data.state = step.data;
  else asked.state.engine = step.engine;
}

test('CachedSource answers by the age of its rows, their data and the state of the engine, as it peeks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const asked = world();
      for (const each of steps) await take(each, asked);
    }),
    { numRuns: 300 },
  );
});
