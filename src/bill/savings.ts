/** Bytes that results were not billed for, by what made their runs unnecessary. */
export interface Savings {
  /** Rows were cached: what their run was billed for. */
  readonly cache: number;
  /** A merged run answered: what it was billed for without the share of this result. */
  readonly batching: number;
  /** Another caller's run answered: what it was billed for. */
  readonly singleFlight: number;
}

/** The reasons, in the order of the report. */
export const SAVED_BY = ['cache', 'batching', 'singleFlight'] as const satisfies (keyof Savings)[];

/** The savings of a result that had a run of its own, or that costs nothing. */
export const NO_SAVINGS: Savings = Object.freeze({ cache: 0, batching: 0, singleFlight: 0 });

/** The sum of two, by reason. */
export function sumOfSavings(one: Savings, other: Savings): Savings {
  if (one === NO_SAVINGS) return other;
  return {
    cache: one.cache + other.cache,
    batching: one.batching + other.batching,
    singleFlight: one.singleFlight + other.singleFlight,
  };
}
