import type { SharedCounter } from '../../cache/shared-counter.ts';

/** What a `WarmingBudget` is made of. */
export interface WarmingBudgetOptions {
  /** Bytes billed per UTC day. */
  readonly dailyBytes: number;
  /** Counts for all replicas, where there is one. */
  readonly counter?: SharedCounter | undefined;
  /** Microseconds since the epoch. */
  readonly clock: () => bigint;
}

const MICROS_PER_DAY = 86_400_000_000n;
const TWO_DAYS = 172_800;

/** The bytes that warming may be billed for on one UTC day. */
export class WarmingBudget {
  readonly #options: WarmingBudgetOptions;
  #day: bigint;
  #spent = 0;

  constructor(options: WarmingBudgetOptions) {
    this.#options = options;
    this.#day = this.#today();
  }

  /** Whether nothing is left of the day's bytes. */
  get isSpent(): boolean {
    this.#startDay();
    return this.#spent >= this.#options.dailyBytes;
  }

  /** Charges what a refresh was billed for, and learns what the other replicas have spent. */
  async charge(bytes: number): Promise<void> {
    this.#startDay();
    const day = this.#day;
    this.#spent += bytes;
    const ofAll = await this.#options.counter?.add(`warmed-bytes:${day}`, bytes, TWO_DAYS);
    if (ofAll !== undefined && day === this.#day) this.#spent = Math.max(this.#spent, ofAll);
  }

  #startDay(): void {
    const today = this.#today();
    if (today === this.#day) return;
    this.#day = today;
    this.#spent = 0;
  }

  #today(): bigint {
    return this.#options.clock() / MICROS_PER_DAY;
  }
}
