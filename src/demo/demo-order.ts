import type { TimeRange } from '../engines/duckdb/queries/time-range.ts';

/** The changes of one table's demo data. */
export interface DemoOrder {
  readonly table: string;
  /** Ranges to write, in this order; each replaces the demo files inside of it. */
  readonly write: readonly TimeRange[];
  /** Files to remove before, by their paths in the manifest. */
  readonly remove: readonly string[];
}

/** The message to the writer process. */
export interface WriterOrder {
  readonly directory: string;
  readonly tables: readonly DemoOrder[];
}
