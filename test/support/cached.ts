import { Counters } from '../../src/cache/counters.ts';
import { ResultCache } from '../../src/cache/result-cache.ts';
import type { SharedCache } from '../../src/cache/shared.ts';
import type { DataState } from '../../src/engines/engine.ts';
import { CachedSource } from '../../src/sources/cache/cached-source.ts';
import type { Answer, Plan, RunOptions } from '../../src/sources/source.ts';
import { live } from './live.ts';
import { ScriptedSource } from './scripted-source.ts';
import { TestClock } from './test-clock.ts';

/** What the source below answers: rows, or an error. */
export type Run = (plan: Plan, run: RunOptions) => Partial<Answer> | Promise<Partial<Answer>>;

/** A cached source over a scripted one, on a clock and data that the test changes. */
export function cached(run: Run = () => ({}), shared?: Pick<SharedCache, 'get'>, cacheBytes = 1e6) {
  const clock = new TestClock();
  const cache = new ResultCache<Plan>({ stored: cacheBytes, sandbox: cacheBytes }, shared);
  const counters = new Counters();
  const errors: unknown[] = [];
  const data = { state: undefined as DataState | undefined, version: 0 };
  const dataState = () => data.state;
  let runs = 0;
  const below = new ScriptedSource(async (plan, options) => {
    runs += 1;
    const computedAt = clock.now();
    const cacheStatus = plan.lifetime ? 'MISS' : 'BYPASS';
    const of = { computedAt, dataState: data.state };
    return { rows: [[runs]], cacheStatus, ...of, ...(await run(plan, options)) };
  });
  const source = new CachedSource({
    source: below,
    cache,
    counters,
    clock: clock.now,
    dataState,
    onRefreshError: (error) => errors.push(error),
  });
  const ask = async (plan: Plan, options = live({ now: clock.now() })) =>
    source.answer(plan, options);
  return { ask, source, below, cache, counters, clock, errors, data, dataState };
}

/** Lets what runs in the background come to its end. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
