import type { Counters } from '../../cache/counters.ts';
import type { MemoryCache, MemoryRecord } from '../../cache/memory-cache.ts';
import type { CachedSource } from '../cached-source.ts';
import { isWaiting } from '../refresh-failure.ts';
import type { Plan } from '../source.ts';
import type { WarmingBudget } from './warming-budget.ts';

/** What a `Warmer` is made of. */
export interface WarmerOptions {
  readonly memory: MemoryCache<Plan>;
  readonly source: Pick<CachedSource, 'refresh'>;
  readonly budget: WarmingBudget;
  readonly counters: Counters;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
  /** How many refreshes run at a time. @default 2 */
  readonly concurrency?: number;
  /** Between 0 and 1; spreads refreshes that would fall together. @default Math.random */
  readonly random?: () => number;
  readonly onError: (error: unknown) => void;
  /** Told once for each look around at which rows were left to grow stale for want of bytes. */
  readonly onOverBudget: (records: number) => void;
}

type PlanRecord = MemoryRecord<Plan>;

/** Refreshes begin up to this share of `warmSeconds` early. */
const JITTER = 0.1;

/**
 * Refreshes rows in use before they are stale: those that were read since they were computed.
 *
 * Each replica warms what its own callers read; the source below sees to it that only one of them runs a query, and
 * the others take its rows.
 */
export class Warmer {
  readonly #options: WarmerOptions;
  readonly #dueAt = new WeakMap<PlanRecord, bigint>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(options: WarmerOptions) {
    this.#options = options;
  }

  /** Looks around every so many milliseconds until `stop`. */
  start(everyMs = 1_000): void {
    this.#timer ??= setInterval(() => void this.look(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Refreshes what is due; never rejects. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { memory, concurrency = 2 } = this.#options;
    const due = [...memory.records()].filter((record) => this.#isDue(record));
    const next = due[Symbol.iterator]();
    const skipped = { count: 0 };
    const work = async () => {
      for (const record of next) await this.#warm(record, skipped);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    if (skipped.count > 0) this.#options.onOverBudget(skipped.count);
    this.#isLooking = false;
  }

  #isDue(record: PlanRecord): boolean {
    const { question, entry, wasRead, failure } = record;
    const warmSeconds = question?.lifetime?.warmSeconds;
    if (warmSeconds === undefined || !wasRead) return false;
    const now = this.#options.clock();
    if (isWaiting(failure, now)) return false;
    return now >= this.#dueAtOf(record, entry.computedAt, warmSeconds);
  }

  #dueAtOf(record: PlanRecord, computedAt: bigint, warmSeconds: number): bigint {
    const known = this.#dueAt.get(record);
    if (known !== undefined) return known;
    const { random = Math.random } = this.#options;
    const wait = warmSeconds * (1 - JITTER * random());
    const dueAt = computedAt + BigInt(Math.round(wait * 1e6));
    this.#dueAt.set(record, dueAt);
    return dueAt;
  }

  /** Left out for one period, so that it is told of once in each. */
  #postpone(record: PlanRecord): void {
    const seconds = record.question?.lifetime?.warmSeconds ?? 0;
    this.#dueAt.set(record, this.#options.clock() + BigInt(Math.round(seconds * 1e6)));
  }

  async #warm(record: PlanRecord, skipped: { count: number }): Promise<void> {
    const { memory, source, budget, counters, onError } = this.#options;
    const { question } = record;
    // While it waited for its turn a reader may have had it refreshed.
    if (!question || memory.get(question) !== record) return;
    if (budget.isSpent) {
      counters.add('warm_over_budget');
      skipped.count += 1;
      this.#postpone(record);
      return;
    }
    try {
      const answer = await source.refresh(record, question);
      if (!answer) return;
      counters.add('warmed');
      if (answer.cacheStatus === 'MISS') await budget.charge(answer.bytesBilled);
    } catch (error) {
      counters.add('warm_failed');
      onError(error);
    }
  }
}
