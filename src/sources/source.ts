import type { Derived } from '../cache/derived.ts';
import type { CacheEntry, CacheKey } from '../cache/entry.ts';
import type { Engine, EngineQuery } from '../engines/engine.ts';
import type { MergePart } from './batching/merge-part.ts';

/** Where an answer came from, as GraphQL's `CacheStatus` and RFC 9211's `Cache-Status` say it. */
export type CacheStatus = 'HIT' | 'STALE' | 'MISS' | 'COLLAPSED' | 'BYPASS';

/** When a plan is run. */
export interface Moment {
  /** Microseconds since the epoch. */
  readonly now: bigint;
  /**
   * For a refresh: rows that were computed at or before this moment do not answer it, in microseconds since the epoch.
   * Undefined for a request, which any fresh rows answer.
   */
  readonly newerThan?: bigint | undefined;
}

/** How a plan is run. */
export interface RunOptions extends Moment {
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
}

/** Everything that decides the rows of one answer, and the key under which equal questions meet. */
export interface Plan extends CacheKey {
  /** The query with its parameters bound; for a refresh without the limits of the key that asked first. */
  queryAt(moment: Moment): EngineQuery;
  /** How the query can share a run with others; undefined where it cannot. */
  mergeAt?(moment: Moment): MergePart | undefined;
}

/** Rows with their history. */
export interface Answer extends CacheEntry {
  readonly cacheStatus: CacheStatus;
  /** What was made from the rows, kept as long as they are; undefined for rows that are not kept. */
  readonly derived?: Derived;
  /**
   * Counts one more hit of the entry and marks it as used; false where the entry was replaced or evicted. Undefined
   * for all answers but fresh hits.
   */
  readonly touch?: () => boolean;
  /** The status of the error in whose place old rows stand. */
  readonly failedStatus?: number;
}

/** Answers plans: from an engine, or by wrapping a source that does. */
export interface Source {
  /** Answers at once where the rows are kept; rejects as `Engine.run` does. */
  answer(plan: Plan, run: RunOptions): Answer | Promise<Answer>;
  /** What `answer` would answer at once. Changes and counts nothing. */
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

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    const computedAt = this.#clock();
    const result = await this.#engine.run(plan.queryAt(run), { signal: run.signal });
    return { ...result, computedAt, cacheStatus: plan.lifetime ? 'MISS' : 'BYPASS' };
  }
}
