import type { Counters } from '../../cache/counters.ts';
import { isOfState } from '../../cache/entry.ts';
import type { ResultCache } from '../../cache/result-cache.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import type { CachedSource, PlanRecord } from '../cache/cached-source.ts';
import { isWaiting } from '../cache/refresh-failure.ts';
import type { DataStates, Plan } from '../source.ts';
import type { WarmingBudget } from './warming-budget.ts';

/** Dependencies and settings of a `Warmer`. */
export interface WarmerOptions {
  readonly cache: Pick<ResultCache<Plan>, 'peek' | 'records'>;
  readonly source: Pick<CachedSource, 'refresh'>;
  readonly budget: WarmingBudget;
  readonly counters: Counters;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
  /** @default the state of the data is not known */
  readonly dataState?: DataStates;
  /** Between 0 and 1; spreads refreshes that are due at the same time. @default Math.random */
  readonly random?: () => number;
  readonly onError: (error: unknown) => void;
  /** Called once per scan with the number of records left to grow stale because the budget is spent. */
  readonly onOverBudget: (records: number) => void;
}

/** Maximum refreshes at a time. */
const MAX_REFRESHES = 2;

/** Refreshes start up to this share of `warmSeconds` early. */
const JITTER = 0.1;

/**
 * Refreshes rows before they are stale, and once their data have changed, if they were read since they were computed.
 *
 * Each replica warms what its own callers read; the source below ensures that only one replica runs a query and the
 * others take its rows.
 */
export class Warmer {
  readonly #options: WarmerOptions;
  readonly #dueAt = new WeakMap<PlanRecord, bigint>();
  #timer: NodeJS.Timeout | undefined;
  #isScanning = false;

  constructor(options: WarmerOptions) {
    this.#options = options;
  }

  /** Scans the cache every `everyMs` milliseconds until `stop`. */
  start(everyMs = 1_000): void {
    this.#timer ??= setInterval(() => void this.look(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Refreshes what is due; never rejects. */
  async look(): Promise<void> {
    if (this.#isScanning) return;
    this.#isScanning = true;
    const next = this.#due()[Symbol.iterator]();
    const skipped = { count: 0 };
    const work = async () => {
      for (const group of next) {
        await Promise.all(group.map((record) => this.#warm(record, skipped)));
      }
    };
    try {
      await Promise.all(Array.from({ length: MAX_REFRESHES }, work));
      if (skipped.count > 0) this.#options.onOverBudget(skipped.count);
    } finally {
      this.#isScanning = false;
    }
  }

  /** Groups of records to refresh together, which share runs where they can; records nearly due join a group that is due. */
  #due(): readonly (readonly PlanRecord[])[] {
    const now = this.#options.clock();
    const due: PlanRecord[] = [];
    const early: PlanRecord[] = [];
    for (const record of this.#options.cache.records()) {
      const dueAt = this.#dueAtOf(record, now);
      if (dueAt !== undefined) (dueAt > now ? early : due).push(record);
    }
    if (due.length === 0) return [];
    const groups = Map.groupBy(due, (record) => groupOf(record, now));
    for (const record of early) groups.get(groupOf(record, now))?.push(record);
    return [...groups.values()];
  }

  /** When a record in use is due; undefined long before that. */
  #dueAtOf(record: PlanRecord, now: bigint): bigint | undefined {
    const { question, entry, wasRead, failure } = record;
    if (!question || !wasRead) return undefined;
    const warmSeconds = question.lifetime?.warmSeconds;
    if (warmSeconds === undefined) return undefined;
    const { dataState: dataStates = () => undefined, random = Math.random } = this.#options;
    const dataState = dataStates(question.statement);
    if (isWaiting(failure, { now, dataState })) return undefined;
    if (!isOfState(entry, dataState)) return getOrInsertComputed(this.#dueAt, record, () => now);
    const earliest = entry.computedAt + micros(warmSeconds * (1 - JITTER));
    if (now < earliest) return undefined;
    const jitter = () => earliest + micros(warmSeconds * JITTER * random());
    return getOrInsertComputed(this.#dueAt, record, jitter);
  }

  /** Skips a record for one period, so that it is reported once per period. */
  #postpone(record: PlanRecord): void {
    const seconds = record.question?.lifetime?.warmSeconds ?? 0;
    this.#dueAt.set(record, this.#options.clock() + micros(seconds));
  }

  async #warm(record: PlanRecord, skipped: { count: number }): Promise<void> {
    const { cache, source, budget, counters, onError } = this.#options;
    const { question } = record;
    // A request may have had it refreshed in the meantime.
    if (!question || cache.peek(question) !== record) return;
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

function micros(seconds: number): bigint {
  return BigInt(Math.round(seconds * 1e6));
}

/** Equal for records that one engine run may answer: they are in one batch if they are refreshed together. */
function groupOf({ question, entry }: PlanRecord, now: bigint): string {
  const merge = question?.mergeAt?.({ now, newerThan: entry.computedAt, isRefresh: true });
  return merge?.familyKey ?? question?.key ?? '';
}
