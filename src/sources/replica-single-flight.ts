import { setTimeout as sleep, setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Counters } from '../cache/counters.ts';
import type { CacheEntry } from '../cache/entry.ts';
import { freshnessOf } from '../cache/lifetime.ts';
import type { Claim, Lease, RunLocks, Sight } from '../cache/run-locks.ts';
import type { Answer, Moment, Plan, RunOptions, Source } from './source.ts';

/** What a `ReplicaSingleFlight` is made of. */
export interface ReplicaSingleFlightOptions {
  readonly source: Source;
  readonly locks: RunLocks;
  readonly counters: Counters;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
}

type Ended = Exclude<Sight, { readonly kind: 'running' }>;

/** Between two looks at the run of another; longer the longer it takes, so that it costs few, and little of its time. */
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 150;
const PAUSE_GROWTH = 1.25;

/**
 * One run per key at a time among all replicas: who asks while another replica runs a plan waits for its rows.
 *
 * Where a run fails or its replica dies, one of those who wait runs the plan in its place; where nobody can be asked,
 * the plan runs here. Stands behind a `SingleFlight`, which brings it one question per key at a time.
 */
export class ReplicaSingleFlight implements Source {
  readonly #options: ReplicaSingleFlightOptions;
  readonly #landings = new Map<string, Promise<void>>();

  constructor(options: ReplicaSingleFlightOptions) {
    this.#options = options;
  }

  async answer(plan: Plan, run: RunOptions): Promise<Answer> {
    const { locks } = this.#options;
    // The run before has ended for its callers here: it must not be joined any more.
    await this.#landings.get(plan.key);
    for (let hasWaited = false; ; hasWaited = true) {
      run.signal.throwIfAborted();
      const claim = await locks.claim(plan);
      if (claim.kind === 'unreachable') return this.#runAlone(plan, run);
      if (claim.kind === 'mine') return this.#useLease(plan, claim, run, hasWaited);
      const answer = await this.#join(plan, claim.holder, run);
      if (answer) return answer;
    }
  }

  /** Undefined where a run has ended without rows for the plan. */
  async #join(plan: Plan, holder: string, run: RunOptions): Promise<Answer | undefined> {
    this.#options.counters.add('replicas_waited');
    const ended = await this.#waitFor(plan, holder, run.signal);
    if (ended.kind === 'unreachable' || ended.kind === 'too_large') {
      return this.#runAlone(plan, run);
    }
    // What has just been computed is fresh, whatever a clock that goes wrong makes of it.
    const isRight = ended.kind === 'landed' && isNewer(run, ended.entry);
    return isRight ? this.#take(ended.entry, 'COLLAPSED') : undefined;
  }

  async #waitFor(plan: Plan, holder: string, signal: AbortSignal): Promise<Ended> {
    for (let pause = MIN_PAUSE_MS; ; pause = Math.min(pause * PAUSE_GROWTH, MAX_PAUSE_MS)) {
      const jitter = 1 + Math.random() / 2;
      await sleep(pause * jitter, undefined, { signal }).catch(() => signal.throwIfAborted());
      const sight = await this.#options.locks.look(plan, holder);
      if (sight.kind !== 'running') return sight;
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
      this.#land(plan.key, lease, answer);
      return answer;
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /** Shares the rows when those who wait for them here have them. */
  #land(key: string, lease: Lease, answer: Answer): void {
    const landing = yieldToOthers()
      .then(() => lease.land(answer))
      .finally(() => this.#landings.delete(key));
    this.#landings.set(key, landing);
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
    if (!plan.lifetime || !isNewer(run, entry)) return false;
    return freshnessOf(plan.lifetime, entry.computedAt, this.#options.clock()) === 'fresh';
  }
}

function isNewer({ newerThan }: Moment, { computedAt }: CacheEntry): boolean {
  return newerThan === undefined || computedAt > newerThan;
}
