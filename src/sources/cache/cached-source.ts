import type { Counters } from '../../cache/counters.ts';
import { isOfState } from '../../cache/entry.ts';
import { type Freshness, freshnessOf, outdatedFreshnessOf } from '../../cache/lifetime.ts';
import type { CacheRecord, ResultCache } from '../../cache/result-cache.ts';
import { SingleFlight } from '../single-flight.ts';
import type {
  Answer,
  CacheStatus,
  DataStates,
  Plan,
  RunContext,
  RunOptions,
  Source,
} from '../source.ts';
import { isEngineError, isWaiting, nextFailure } from './refresh-failure.ts';

/** Dependencies of a `CachedSource`. */
export interface CachedSourceOptions {
  /** Computes rows that are not cached, or no longer fresh. */
  readonly source: Source;
  readonly cache: ResultCache<Plan>;
  readonly counters: Counters;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
  /** @default the state of the data is not known */
  readonly dataState?: DataStates;
  /** Called when a background refresh fails. */
  readonly onRefreshError: (error: unknown) => void;
  /** Makes the source that runs each key once at a time. @default a `SingleFlight` */
  readonly share?: (source: Source) => Source;
}

/** What the cache holds for a plan. */
export type PlanRecord = CacheRecord<Plan>;

/** A signal that never aborts: background refreshes continue after all callers have left. */
const NEVER_ABORTED = new AbortController().signal;

/**
 * Answers from the cache while rows are fresh, with stale rows while a refresh runs (RFC 5861 §3) or when the engine
 * fails (§4), and from the source below otherwise. One run per key at a time, also for plans that are not cached.
 *
 * Rows of data that have changed since answer only when the engine fails.
 */
export class CachedSource implements Source {
  readonly #options: CachedSourceOptions;
  readonly #cache: ResultCache<Plan>;
  readonly #flights: Source;

  constructor(options: CachedSourceOptions) {
    const { source, cache, share = (shared) => new SingleFlight(shared) } = options;
    this.#options = options;
    this.#cache = cache;
    // The answer is stored before its flight ends, so that later callers find one or the other.
    this.#flights = share({
      answer: async (plan, run) => this.#store(plan, await source.answer(plan, run)),
    });
  }

  answer(plan: Plan, run: RunOptions): Answer | Promise<Answer> {
    const context = this.#contextOf(plan);
    return this.#serveCached(plan, context) ?? this.#run(plan, run, context);
  }

  peek(plan: Plan): Answer | undefined {
    const record = plan.lifetime && this.#cache.peek(plan);
    if (!record) return undefined;
    const context = this.#contextOf(plan);
    const freshness = freshnessAt(context, plan, record);
    if (freshness === 'expired') return undefined;
    if (freshness === 'error' && !isWaiting(record.failure, context)) return undefined;
    return { ...record.entry, cacheStatus: freshness === 'fresh' ? 'HIT' : 'STALE' };
  }

  async #run(plan: Plan, { now, signal }: RunOptions, context: RunContext): Promise<Answer> {
    const { dataState } = context;
    signal.throwIfAborted();
    if (!plan.lifetime) return this.#flights.answer(plan, { now, signal, dataState });
    const shared = await this.#serveShared(plan, context);
    if (shared) return shared;
    this.#options.counters.add('memory_miss');
    const record = this.#cache.peek(plan);
    // Replicas may share rows that are as old: they do not see all that this process sees of the data.
    const newerThan =
      record && !isOfState(record.entry, dataState) ? record.entry.computedAt : undefined;
    try {
      return await this.#flights.answer(plan, { now, signal, newerThan, dataState });
    } catch (error) {
      const stale = signal.aborted ? undefined : this.#staleOnError(plan, error, context);
      if (!stale) throw error;
      return stale;
    }
  }

  #serveCached(plan: Plan, context: RunContext): Answer | undefined {
    const record = plan.lifetime && this.#cache.peek(plan);
    if (!record) return undefined;
    switch (freshnessAt(context, plan, record)) {
      case 'fresh':
        return {
          ...this.#serve(record, 'HIT'),
          hit: {
            isCached: () => this.#cache.peek(plan) === record,
            touch: () => this.#touch(record),
          },
        };
      case 'revalidate':
        if (!isWaiting(record.failure, context)) {
          this.refresh(record, plan).catch(this.#options.onRefreshError);
        }
        return this.#serve(record, 'STALE');
      case 'error':
        // Until the next retry, no caller waits for an engine known to fail.
        return isWaiting(record.failure, context) ? this.#serveFailed(record) : undefined;
      case 'expired':
        void this.#cache.delete(plan);
        return undefined;
    }
  }

  /**
   * Recomputes the rows of a record, or takes newer ones from a replica; undefined if a refresh is already running.
   * `question` is the plan that the rows answer.
   */
  async refresh(record: PlanRecord, question: Plan): Promise<Answer | undefined> {
    if (record.isRefreshing) return undefined;
    record.isRefreshing = true;
    const context = this.#contextOf(question);
    try {
      const run = {
        ...context,
        newerThan: record.entry.computedAt,
        isRefresh: true,
        signal: NEVER_ABORTED,
      };
      const answer = await this.#flights.answer(question, run);
      this.#options.counters.add('refreshed');
      return answer;
    } catch (error) {
      this.#options.counters.add('refresh_failed');
      record.failure = nextFailure(record.failure, error, {
        ...context,
        now: this.#options.clock(),
      });
      throw error;
    } finally {
      record.isRefreshing = false;
    }
  }

  async #store(plan: Plan, answer: Answer): Promise<Answer> {
    if (!plan.lifetime) return answer;
    const { derived } = await this.#cache.set(plan, answer);
    // Entries too large to be cached get no `derived`: nothing would reuse it.
    return this.#cache.peek(plan)?.derived === derived ? { ...answer, derived } : answer;
  }

  /** If this process has stale rows, the source below compares them with the replicas' when it runs. */
  async #serveShared(plan: Plan, context: RunContext): Promise<Answer | undefined> {
    if (this.#cache.peek(plan)) return undefined;
    return (await this.#cache.get(plan)) && this.#serveCached(plan, context);
  }

  #serve(record: PlanRecord, cacheStatus: CacheStatus): Answer {
    this.#touch(record);
    return { ...record.entry, derived: record.derived, cacheStatus };
  }

  #touch(record: PlanRecord): void {
    record.wasRead = true;
    this.#options.counters.add('memory_hit');
  }

  #serveFailed(record: PlanRecord): Answer {
    this.#options.counters.add('stale_on_error');
    const answer = this.#serve(record, 'STALE');
    return record.failure ? { ...answer, failedStatus: record.failure.status } : answer;
  }

  /** Stale rows in place of an engine error; undefined for errors that are the caller's. */
  #staleOnError(plan: Plan, error: unknown, started: RunContext): Answer | undefined {
    const record = this.#cache.peek(plan);
    if (!record) return undefined;
    const context = { ...started, now: this.#options.clock() };
    if (freshnessAt(context, plan, record) === 'expired') return undefined;
    if (!isEngineError(error)) return undefined;
    // The callers of one failed run count it as one failure.
    if (!isWaiting(record.failure, context)) {
      record.failure = nextFailure(record.failure, error, context);
    }
    return this.#serveFailed(record);
  }

  #contextOf({ statement }: Plan): RunContext {
    const { clock, dataState } = this.#options;
    return { now: clock(), dataState: dataState?.(statement) };
  }
}

function freshnessAt(
  { now, dataState }: RunContext,
  { lifetime }: Plan,
  { entry }: PlanRecord,
): Freshness {
  if (!lifetime) return 'expired';
  const freshness = isOfState(entry, dataState) ? freshnessOf : outdatedFreshnessOf;
  return freshness(lifetime, entry.computedAt, now);
}
