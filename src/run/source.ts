import type { Engine, EngineQuery, EngineResult } from '../engines/engine.ts';

/** Where an answer came from, as GraphQL's `CacheStatus` and RFC 9211's `Cache-Status` say it. */
export type CacheStatus = 'HIT' | 'STALE' | 'MISS' | 'COLLAPSED' | 'BYPASS';

/** Everything that decides the rows of one answer, and the key under which equal questions meet. */
export interface Plan {
  /** SHA-256 in hexadecimal over the definition version, the canonical arguments, the tenant filter and the SQL. */
  readonly key: string;
  readonly query: EngineQuery;
  /** How long the rows are fresh; undefined when they are never kept. */
  readonly cacheSeconds: number | undefined;
}

/** Rows with their history. */
export interface Answer extends EngineResult {
  readonly cacheStatus: CacheStatus;
  /** When the rows were computed, in microseconds since the epoch. */
  readonly computedAt: bigint;
}

/** Answers plans: from an engine, or by wrapping a source that does. */
export interface Source {
  /** Rejects as `Engine.run` does; `signal` is aborted when the caller no longer waits. */
  answer(plan: Plan, signal: AbortSignal): Promise<Answer>;
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
    return {
      ...result,
      computedAt,
      cacheStatus: plan.cacheSeconds === undefined ? 'BYPASS' : 'MISS',
    };
  }
}
