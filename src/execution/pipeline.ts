import { NO_LOAD } from '../async/event-loop-load.ts';
import { Counters } from '../cache/counters.ts';
import type { CacheShare } from '../cache/entry.ts';
import { ResultCache } from '../cache/result-cache.ts';
import type { RunLocks, SharedCache, SharedCounter } from '../cache/shared.ts';
import type { Engine, SlotUsage } from '../engines/engine.ts';
import { type BatchingOptions, BatchingSource } from '../sources/batching/batching-source.ts';
import { CachedSource } from '../sources/cache/cached-source.ts';
import { deadlineSource, sheddingSource } from '../sources/limits.ts';
import { ReplicaSingleFlight } from '../sources/replica-single-flight.ts';
import { SingleFlight } from '../sources/single-flight.ts';
import {
  type DataStates,
  EngineSource,
  type PipelineStep,
  type Plan,
  type Source,
  type StepObserver,
  UNOBSERVED,
} from '../sources/source.ts';
import { Warmer } from '../sources/warming/warmer.ts';
import { WarmingBudget } from '../sources/warming/warming-budget.ts';
import { Runner, type RunnerOptions } from './runner.ts';

/** The parts that replicas share over Redis. */
export interface ReplicaParts {
  readonly shared: SharedCache;
  readonly locks: RunLocks;
  readonly counter: SharedCounter;
}

/** Dependencies and settings of `createPipeline`. */
export interface PipelineOptions extends RunnerOptions {
  readonly engine: Engine;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
  /** Maximum bytes of results cached in this process. */
  readonly cacheBytes: number;
  /** Maximum bytes that warming may be billed for per UTC day. */
  readonly warmDailyBytes: number;
  readonly batching?: BatchingOptions | undefined;
  /** Undefined for a single process. */
  readonly replicas?: ReplicaParts | undefined;
  readonly counters?: Counters;
  /** Observes each step, for tracing. @default nothing does */
  readonly steps?: StepObserver;
  readonly log: PipelineLog;
}

/** Receives background events that no response reports. */
export interface PipelineLog {
  /** A refresh failed; its stale rows are still served. */
  refreshFailed(error: unknown): void;
  /** The number of results not warmed because the day's bytes are spent. */
  overBudget(results: number): void;
}

/** The load of the pipeline's parts, for metrics. */
export interface PipelineUsage {
  readonly cacheUsage: ResultCache<Plan>['usage'];
  readonly warmingUsage: WarmingBudget['usage'];
  /** Long rows that are redacted now, and those that wait. */
  readonly redactionUsage: () => SlotUsage;
}

/** The request pipeline and its background refresh. */
export interface Pipeline {
  readonly runner: Runner;
  readonly warmer: Warmer;
  /** Results cached in this process. */
  readonly cache: Pick<ResultCache<Plan>, 'hasSince' | 'records' | 'retain' | 'usage'>;
  readonly usage: PipelineUsage;
}

/** The share of the cache that callers' own SQL may fill. */
const SANDBOX_SHARE = 0.25;

/** Assembles the runner and its sources. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { engine, clock, replicas, log } = options;
  const {
    counters = new Counters(),
    queryTimeoutMs = 30_000,
    load = NO_LOAD,
    steps = UNOBSERVED,
  } = options;
  const cache = new ResultCache<Plan>(shareBytes(options.cacheBytes), replicas?.shared);
  const dataState: DataStates = (statement) => engine.dataState?.(statement);
  // From the engine up to the cache; each source wraps the one before.
  const ran = new EngineSource(engine, clock);
  const step = (name: PipelineStep, next: Source, make: (source: Source) => Source) =>
    steps.around(name, make(steps.below(name, next)));
  const batched = step('batch', ran, (source) => new BatchingSource(source, options.batching));
  const replicated = replicas
    ? step('replicas', batched, (source) => {
        return new ReplicaSingleFlight({ source, locks: replicas.locks, counters, clock });
      })
    : batched;
  const timed = replicas ? deadlineSource(replicated, queryTimeoutMs) : replicated;
  const shed = sheddingSource(timed, load);
  const cached = new CachedSource({
    source: shed,
    cache,
    counters,
    clock,
    dataState,
    onRefreshError: log.refreshFailed,
    share: (source) =>
      steps.below(
        'cache',
        step('flight', source, (inner) => new SingleFlight(inner)),
      ),
  });
  const budget = new WarmingBudget({
    dailyBytes: options.warmDailyBytes,
    counter: replicas?.counter,
    clock,
  });
  const warmer = new Warmer({
    cache,
    source: cached,
    budget,
    counters,
    clock,
    dataState,
    onError: log.refreshFailed,
    onOverBudget: log.overBudget,
  });
  const runner = new Runner(steps.around('cache', cached), options);
  const usage: PipelineUsage = {
    cacheUsage: () => cache.usage(),
    warmingUsage: () => budget.usage(),
    redactionUsage: () => runner.redactionUsage,
  };
  return { runner, warmer, cache, usage };
}

function shareBytes(bytes: number): Record<CacheShare, number> {
  const sandbox = Math.floor(bytes * SANDBOX_SHARE);
  return { stored: bytes - sandbox, sandbox };
}
