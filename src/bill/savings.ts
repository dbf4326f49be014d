/** Bytes that results were not billed for, by what made reading them unnecessary. */
export interface Savings {
  /** Rows were cached: what their run was billed for. */
  readonly cache: number;
  /** A merged run answered: what a run of its own would have been billed for at least, without the share of this result. */
  readonly batching: number;
  /** Another caller's run answered: what it was billed for. */
  readonly singleFlight: number;
  /** The newest partitions had all rows: what the others would have been billed for. */
  readonly newestFirst: number;
  /** Conditions on absent parameters were evaluated beforehand: what the statement as written would have read more. */
  readonly folding: number;
}

/** What the run of a statement was not billed for. */
export type RunSavings = Partial<Pick<Savings, 'newestFirst' | 'folding'>>;

/** The reasons, as metrics name them. */
export const SAVED_BY = {
  cache: 'cache',
  batching: 'batching',
  singleFlight: 'single_flight',
  newestFirst: 'newest_first',
  folding: 'folding',
} as const satisfies Record<keyof Savings, string>;

/** The savings of a result that had a run of its own, or that costs nothing. */
export const NO_SAVINGS: Savings = Object.freeze({
  cache: 0,
  batching: 0,
  singleFlight: 0,
  newestFirst: 0,
  folding: 0,
});

/** The sum of two, by reason. */
export function sumOfSavings(one: Savings, other: Savings): Savings {
  if (one === NO_SAVINGS) return other;
  return {
    cache: one.cache + other.cache,
    batching: one.batching + other.batching,
    singleFlight: one.singleFlight + other.singleFlight,
    newestFirst: one.newestFirst + other.newestFirst,
    folding: one.folding + other.folding,
  };
}

/** The bytes that all reasons together saved. */
export function savedBytes(savings: Savings): number {
  const { batching, cache, folding, newestFirst, singleFlight } = savings;
  return cache + batching + singleFlight + newestFirst + folding;
}
