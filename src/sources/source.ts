import type { Row } from '#googlesql';
import type { RunSavings } from '../bill/savings.ts';
import type { CacheEntry, CacheHit, CacheKey, DerivedValues } from '../cache/entry.ts';
import type {
  DataState,
  Engine,
  EngineQuery,
  EngineStatement,
  QueryTerms,
} from '../engines/engine.ts';
import type { MergePart } from './batching/merging.ts';

/** Where an answer came from, as in GraphQL's `CacheStatus` and RFC 9211's `Cache-Status`. */
export type CacheStatus = 'HIT' | 'STALE' | 'MISS' | 'COLLAPSED' | 'BYPASS';

/** When a plan is run, and how new its rows have to be. */
export interface RunContext {
  /** Microseconds since the epoch. */
  readonly now: bigint;
  /** Only rows computed after this moment answer, in microseconds since the epoch; undefined: any fresh rows do. */
  readonly newerThan?: bigint | undefined;
  /** Whether it is a background refresh, which is run for no key. @default false */
  readonly isRefresh?: boolean;
  /** The state of the data when the run was requested: rows of another state do not answer it. */
  readonly dataState?: DataState | undefined;
}

/** How a plan is run. */
export interface RunOptions extends RunContext {
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
}

/** Everything that decides the rows of one answer, and the key that equal questions share. */
export interface Plan extends CacheKey {
  /** The statement of the query, which tells the data that it reads. */
  readonly statement: EngineStatement;
  /** Who and what the query is run for, and its limits; a refresh omits those of the key that asked first. */
  termsAt(context: RunContext): QueryTerms;
  /** The query on these terms. Binds its parameters, so that it is called once a run. */
  queryAt(context: RunContext): EngineQuery;
  /** Throws the error of rows that break a promise of the endpoint; undefined where none is to be checked. */
  readonly checkRows?: ((rows: readonly Row[]) => void) | undefined;
  /** How the query can be merged with others; undefined if it cannot. */
  mergeAt?(context: RunContext): MergePart | undefined;
}

/** Rows, with when they were computed and where they came from. */
export interface Answer extends CacheEntry {
  readonly cacheStatus: CacheStatus;
  /** Values derived from the rows, cached as long as they are; undefined for rows that are not cached. */
  readonly derived?: DerivedValues;
  /** Set for fresh hits only. */
  readonly hit?: CacheHit;
  /** HTTP status of the error that stale rows replace. */
  readonly failedStatus?: number;
  /** Bytes that a run of its own would have been billed for in addition at least; undefined for rows that were not merged. */
  readonly batchSavedBytes?: number;
  /** What the run that computed the rows was not billed for; of cached rows it is of an earlier run. */
  readonly runSaved?: RunSavings | undefined;
  /** What the run took; undefined for rows that needed none. */
  readonly times?: RunTimes;
}

/** What a run took, in milliseconds. */
export interface RunTimes {
  /** Waiting for a free place at the engine. */
  readonly queueMs: number;
  readonly engineMs: number;
}

/** Answers plans, from an engine or by wrapping another source. */
export interface Source {
  /** Answers synchronously if the rows are cached; rejects as `Engine.run` does. */
  answer(plan: Plan, run: RunOptions): Answer | Promise<Answer>;
  /** What `answer` would return synchronously. Changes and counts nothing. */
  peek?(plan: Plan): Answer | undefined;
}

/** The state of the data that a statement would read now; undefined where the engine does not know it. */
export type DataStates = (statement: EngineStatement) => DataState | undefined;

/** Answers every plan by running it on the engine. */
export class EngineSource implements Source {
  readonly #engine: Engine;
  readonly #clock: () => bigint;

  constructor(engine: Engine, clock: () => bigint) {
    this.#engine = engine;
    this.#clock = clock;
  }

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    const computedAt = this.#clock();
    const requestedAt = performance.now();
    let startedAt = requestedAt;
    const onStart = () => {
      startedAt = performance.now();
    };
    const result = await this.#engine.run(plan.queryAt(run), { signal: run.signal, onStart });
    plan.checkRows?.(result.rows);
    const times = { queueMs: startedAt - requestedAt, engineMs: performance.now() - startedAt };
    return { ...result, computedAt, cacheStatus: plan.lifetime ? 'MISS' : 'BYPASS', times };
  }
}

/** A step at which a request may wait: `flight` for another caller's run, `replicas` for another replica's. */
export type PipelineStep = 'cache' | 'flight' | 'replicas' | 'batch';

/** Observes the steps of the pipeline by wrapping the source of each and the one below it. */
export interface StepObserver {
  /** Wraps the source of a step. */
  around(step: PipelineStep, source: Source): Source;
  /** Wraps the source that answers what the step cannot. */
  below(step: PipelineStep, source: Source): Source;
}

/** Returns sources as they are. */
export const UNOBSERVED: StepObserver = {
  around: (_, source) => source,
  below: (_, source) => source,
};
