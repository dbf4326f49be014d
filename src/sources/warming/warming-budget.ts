import type { SharedCounter } from '../../cache/shared-counter.ts';
import { ByteBudget } from '../../engines/byte-budget.ts';

/** What a `WarmingBudget` is made of. */
export interface WarmingBudgetOptions {
  /** Bytes billed per UTC day. */
  readonly dailyBytes: number;
  /** Counts for all replicas, where there is one. */
  readonly counter?: SharedCounter | undefined;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
}

const NAME = 'warmed-bytes';
const TWO_DAYS = 172_800;

/** The bytes that warming may be billed for on one UTC day, by all replicas together. */
export class WarmingBudget {
  readonly #options: WarmingBudgetOptions;
  readonly #budget: ByteBudget;

  constructor(options: WarmingBudgetOptions) {
    this.#options = options;
    this.#budget = new ByteBudget(() => Number(options.clock() / 1_000n));
  }

  /** Whether nothing is left of the day's bytes. */
  get isSpent(): boolean {
    return this.#budget.rest(NAME, this.#options.dailyBytes) === 0;
  }

  /** Charges what a refresh was billed for, and learns what the other replicas have spent. */
  async charge(bytes: number): Promise<void> {
    const { day } = this.#budget;
    this.#budget.charge(NAME, bytes);
    const ofAll = await this.#options.counter?.add(`${NAME}:${day}`, bytes, TWO_DAYS);
    if (ofAll !== undefined && day === this.#budget.day) this.#budget.raise(NAME, ofAll);
  }
}
