import { type Load, NO_LOAD } from '../async/event-loop-load.ts';
import { Counters } from '../cache/counters.ts';
import type { CacheShare } from '../cache/entry.ts';
import { ResultCache } from '../cache/result-cache.ts';
import type { RunLocks } from '../cache/run-locks.ts';
import type { SharedCache } from '../cache/shared-cache.ts';
import type { SharedCounter } from '../cache/shared-counter.ts';
import type { Engine } from '../engines/engine.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { type BatchingOptions, BatchingSource } from '../sources/batching/batching-source.ts';
import { CachedSource } from '../sources/cache/cached-source.ts';
import { DeadlineSource } from '../sources/deadline-source.ts';
import { ReplicaSingleFlight } from '../sources/replica-single-flight.ts';
import { SheddingSource } from '../sources/shedding-source.ts';
import { EngineSource, type Plan } from '../sources/source.ts';
import { Warmer } from '../sources/warming/warmer.ts';
import { WarmingBudget } from '../sources/warming/warming-budget.ts';
import { Runner } from './runner.ts';

/** What replicas have in common. */
export interface ReplicaParts {
  readonly shared: SharedCache;
  readonly locks: RunLocks;
  readonly counter: SharedCounter;
}

/** What the way of a request is made of. */
export interface PipelineOptions {
  readonly engine: Engine;
  /** Names the data that the engine reads. */
  readonly dataSource: string;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
  /** Bytes of results that are kept in this process. */
  readonly cacheBytes: number;
  /** @default 3600 */
  readonly staleIfErrorSeconds?: number;
  /** What hides personal data. @default the default profile */
  readonly redactor?: Redactor;
  /** What warming may be billed for on one UTC day, in bytes. */
  readonly warmDailyBytes: number;
  readonly batching?: BatchingOptions | undefined;
  /** How long a run may take that has to wait for other replicas. @default 30 seconds, as the engines' */
  readonly queryTimeoutMs?: number;
  /** Undefined for a process that stands alone. */
  readonly replicas?: ReplicaParts | undefined;
  readonly counters?: Counters;
  /** While it is too much only kept rows answer. @default none */
  readonly load?: Load;
  readonly log: PipelineLog;
}

/** Where the pipeline tells of what no caller sees. */
export interface PipelineLog {
  /** A refresh failed while its old rows answer. */
  refreshFailed(error: unknown): void;
  /** So many results were not kept warm, because the bytes of the day are spent. */
  overBudget(results: number): void;
}

/** The way of a request behind the interfaces, and what works on it in the background. */
export interface Pipeline {
  readonly runner: Runner;
  readonly warmer: Warmer;
  /** What is kept of results in this process, in bytes as the cache counts them. */
  readonly cache: Pick<ResultCache<Plan>, 'bytes'>;
}

/** The part of the cache that callers' own SQL may fill. */
const SANDBOX_PART = 0.25;

/** Puts the runner and its sources together. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { engine, dataSource, clock, replicas, log, staleIfErrorSeconds, redactor } = options;
  const { counters = new Counters(), queryTimeoutMs = 30_000, load = NO_LOAD } = options;
  const cache = new ResultCache<Plan>(shareBytes(options.cacheBytes), replicas?.shared);
  // From the engine up to the cache: each source wraps the one before. The cache has the single flight of this process.
  const run = new EngineSource(engine, clock);
  const batched = new BatchingSource(run, options.batching);
  const single = replicas
    ? new ReplicaSingleFlight({ source: batched, locks: replicas.locks, counters, clock })
    : batched;
  const inTime = replicas ? new DeadlineSource(single, queryTimeoutMs) : single;
  const shed = new SheddingSource(inTime, load);
  const onRefreshError = log.refreshFailed;
  const source = new CachedSource({ source: shed, cache, counters, clock, onRefreshError });
  const budget = new WarmingBudget({
    dailyBytes: options.warmDailyBytes,
    counter: replicas?.counter,
    clock,
  });
  const warmer = new Warmer({
    cache,
    source,
    budget,
    counters,
    clock,
    onError: log.refreshFailed,
    onOverBudget: log.overBudget,
  });
  const runner = new Runner(source, {
    dataSource,
    load,
    engine,
    ...(staleIfErrorSeconds !== undefined && { staleIfErrorSeconds }),
    ...(redactor && { redactor }),
  });
  return { runner, warmer, cache };
}

function shareBytes(bytes: number): Record<CacheShare, number> {
  const sandbox = Math.floor(bytes * SANDBOX_PART);
  return { stored: bytes - sandbox, sandbox };
}
