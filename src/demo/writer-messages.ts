import type { TimeRange } from '../engines/duckdb/queries/time-range.ts';

/** A file of demo rows to write. */
export interface DemoFile {
  readonly table: string;
  readonly range: TimeRange;
}

/** The message to the writer process. */
export interface WriterOrder {
  readonly directory: string;
  /** Written in this order. */
  readonly files: readonly DemoFile[];
}

/** The writer process's reply to an order. */
export interface WriterAnswer {
  /** Undefined when all files were written. */
  readonly error: string | undefined;
}
