import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import type { Counters } from '../cache/counters.ts';
import { type CacheEntry, isOfState } from '../cache/entry.ts';
import { freshnessOf } from '../cache/lifetime.ts';
import type { Claim, Lease, RunLocks, RunState } from '../cache/shared.ts';
import type { Answer, Plan, RunContext, RunOptions, Source } from './source.ts';

/** Dependencies of a `ReplicaSingleFlight`. */
export interface ReplicaSingleFlightOptions {
  readonly source: Source;
  readonly locks: RunLocks;
  readonly counters: Counters;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
}

type Ended = Exclude<RunState, { readonly kind: 'running' }>;

/**
 * Pause between polls of another replica's run; it grows, which keeps polls few and the added delay a small part of the
 * run.
 */
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 150;
const PAUSE_GROWTH = 1.25;

/**
 * Runs each key once at a time among all replicas: a request for a plan that another replica runs waits for its rows.
 *
 * If a run fails or its replica dies, one of the waiting replicas runs the plan instead; if the locks are unreachable,
 * or the other replica's run reads data of another state, the plan runs here. Must be behind a `SingleFlight`, which sends one question per key at a time.
 */
export class ReplicaSingleFlight implements Source {
  readonly #options: ReplicaSingleFlightOptions;
  readonly #publications = new Map<string, Promise<void>>();

  constructor(options: ReplicaSingleFlightOptions) {
    this.#options = options;
  }

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    const { locks } = this.#options;
    // The previous run has already answered its callers here, so it must not be joined.
    await this.#publications.get(plan.key);
    for (let hasWaited = false; ; hasWaited = true) {
      run.signal.throwIfAborted();
      const sharedState = run.dataState?.shared;
      const claim = await locks.claim(plan, sharedState);
      if (claim.kind === 'unreachable') return this.#runAlone(plan, run);
      // The other replica's run reads other data, so there is nothing to wait for.
      if (claim.kind === 'taken' && claim.sharedState !== sharedState) {
        return this.#runAlone(plan, run);
      }
      if (claim.kind === 'mine') return this.#useLease(plan, claim, run, hasWaited);
      const answer = await this.#join(plan, claim.holder, run);
      if (answer) return answer;
    }
  }

  /** Undefined if the run ended without rows for the plan. */
  async #join(plan: Plan, holder: string, run: RunOptions): Promise<Answer | undefined> {
    this.#options.counters.add('replicas_waited');
    const startedAt = performance.now();
    const ended = await this.#waitFor(plan, holder, run.signal);
    if (ended.kind === 'unreachable' || ended.kind === 'too_large') {
      return this.#runAlone(plan, run);
    }
    // Rows just computed count as fresh, even if the replicas' clocks differ.
    if (ended.kind !== 'ended' || !doesAnswer(ended.entry, run)) return undefined;
    // How long the other replica's run waited in its queue is not known here.
    const times = { queueMs: 0, engineMs: performance.now() - startedAt };
    return { ...this.#take(ended.entry, 'COLLAPSED'), times };
  }

  async #waitFor(plan: Plan, holder: string, signal: AbortSignal): Promise<Ended> {
    for (let pause = MIN_PAUSE_MS; ; pause = Math.min(pause * PAUSE_GROWTH, MAX_PAUSE_MS)) {
      const jitter = 1 + Math.random() / 2;
      await sleep(pause * jitter, undefined, { signal }).catch(() => signal.throwIfAborted());
      const state = await this.#options.locks.look(plan, holder);
      if (state.kind !== 'running') return state;
    }
  }

  async #useLease(
    plan: Plan,
    { lease, entry }: Extract<Claim, { readonly kind: 'mine' }>,
    run: RunOptions,
    hasWaited: boolean,
  ): Promise<Answer> {
    if (entry && this.#isFresh(plan, run, entry)) {
      await lease.release();
      return this.#take(entry, hasWaited ? 'COLLAPSED' : 'HIT');
    }
    this.#options.counters.add(hasWaited ? 'replicas_taken_over' : 'replicas_run');
    try {
      run.signal.throwIfAborted();
      const answer = await this.#options.source.answer(plan, run);
      this.#publish(plan.key, lease, answer);
      return answer;
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /** Shares the rows after the callers in this process have received them. */
  #publish(key: string, lease: Lease, answer: Answer): void {
    const publication = immediate()
      .then(() => lease.publish(answer))
      .finally(() => this.#publications.delete(key));
    this.#publications.set(key, publication);
  }

  async #runAlone(plan: Plan, run: RunOptions): Promise<Answer> {
    this.#options.counters.add('replicas_alone');
    return this.#options.source.answer(plan, run);
  }

  #take(entry: CacheEntry, cacheStatus: 'HIT' | 'COLLAPSED'): Answer {
    this.#options.counters.add(cacheStatus === 'HIT' ? 'replicas_hit' : 'replicas_collapsed');
    return { ...entry, cacheStatus };
  }

  #isFresh(plan: Plan, run: RunOptions, entry: CacheEntry): boolean {
    if (!plan.lifetime || !doesAnswer(entry, run)) return false;
    return freshnessOf(plan.lifetime, entry.computedAt, this.#options.clock()) === 'fresh';
  }
}

/** Whether rows are new enough for a run, and of the data that it would read. */
function doesAnswer(entry: CacheEntry, { newerThan, dataState }: RunContext): boolean {
  if (newerThan !== undefined && entry.computedAt <= newerThan) return false;
  return isOfState(entry, dataState);
}
