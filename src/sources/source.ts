import type { Derived } from '../cache/derived.ts';
import type { CacheEntry, CacheKey } from '../cache/entry.ts';
import type { Engine, EngineQuery } from '../engines/engine.ts';
import type { MergePart } from './batching/merge-part.ts';

/** Where an answer came from, as GraphQL's `CacheStatus` and RFC 9211's `Cache-Status` say it. */
export type CacheStatus = 'HIT' | 'STALE' | 'MISS' | 'COLLAPSED' | 'BYPASS';

/** Everything that decides the rows of one answer, and the key under which equal questions meet. */
export interface Plan extends CacheKey {
  readonly query: EngineQuery;
  /**
   * Rows that were computed at or before this moment, in microseconds since the epoch, do not answer the plan;
   * undefined where any fresh rows do.
   */
  readonly newerThan?: bigint;
  /** How the plan can share a run with others; undefined where it cannot. */
  readonly merge?: MergePart | undefined;
  /** The same question at another moment, for a refresh of rows that were computed at `newerThan`. */
  renew(now: bigint, newerThan: bigint): Plan;
}

/** Rows with their history. */
export interface Answer extends CacheEntry {
  readonly cacheStatus: CacheStatus;
  /** What was made from the rows, kept as long as they are; undefined for rows that are not kept. */
  readonly derived?: Derived;
  /**
   * Reads the entry of a fresh hit again, so that it counts as one and as used; false where the entry was replaced or
   * evicted. Undefined for all other answers.
   */
  readonly readAgain?: () => boolean;
  /** The status of the error in whose place old rows stand. */
  readonly failedStatus?: number;
}

/** Answers plans: from an engine, or by wrapping a source that does. */
export interface Source {
  /** Rejects as `Engine.run` does; `signal` is aborted when the caller no longer waits. */
  answer(plan: Plan, signal: AbortSignal): Promise<Answer>;
  /** The answer that is kept, where there is one. */
  peek?(plan: Plan): Answer | undefined;
}

/** Answers every plan by running it. */
export class EngineSource implements Source {
  readonly #engine: Engine;
  readonly #clock: () => bigint;

  constructor(engine: Engine, clock: () => bigint) {
    this.#engine = engine;
    this.#clock = clock;
  }

  async answer(plan: Plan, signal: AbortSignal): Promise<Answer> {
    const computedAt = this.#clock();
    const result = await this.#engine.run(plan.query, { signal });
    return { ...result, computedAt, cacheStatus: plan.lifetime ? 'MISS' : 'BYPASS' };
  }
}
