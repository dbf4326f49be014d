import type { SharedCounter } from '../../cache/shared.ts';
import { ByteBudget } from '../../engines/byte-budget.ts';

/** Dependencies and settings of a `WarmingBudget`. */
export interface WarmingBudgetOptions {
  /** Bytes billed per UTC day. */
  readonly dailyBytes: number;
  /** Counts for all replicas; undefined for a single process. */
  readonly counter?: SharedCounter | undefined;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
}

const NAME = 'warmed-bytes';
const TWO_DAYS_SECONDS = 172_800;

/** The bytes that warming may be billed for per UTC day, shared by all replicas. */
export class WarmingBudget {
  readonly #options: WarmingBudgetOptions;
  readonly #budget: ByteBudget;

  constructor(options: WarmingBudgetOptions) {
    this.#options = options;
    this.#budget = new ByteBudget(() => Number(options.clock() / 1_000n));
  }

  /** Whether the day's bytes are used up. */
  get isSpent(): boolean {
    return this.#budget.rest(NAME, this.#options.dailyBytes) === 0;
  }

  /** The bytes billed today, and the limit. */
  usage(): { readonly spentBytes: number; readonly dailyBytes: number } {
    const { dailyBytes } = this.#options;
    return { spentBytes: dailyBytes - this.#budget.rest(NAME, dailyBytes), dailyBytes };
  }

  /** Charges a refresh's billed bytes and updates the total of all replicas. */
  async charge(bytes: number): Promise<void> {
    const { day } = this.#budget;
    this.#budget.charge(NAME, bytes);
    const total = await this.#options.counter?.add(`${NAME}:${day}`, bytes, TWO_DAYS_SECONDS);
    if (total !== undefined && day === this.#budget.day) this.#budget.raise(NAME, total);
  }
}
