import type { TimeRange } from '../engines/duckdb/queries/time-range.ts';

/** A file of demo rows that is to be written. */
export interface DemoFile {
  readonly table: string;
  readonly range: TimeRange;
}

/** What the writing process is told. */
export interface WriterOrder {
  readonly directory: string;
  /** Written in this order. */
  readonly files: readonly DemoFile[];
}

/** What it says when it has done so. */
export interface WriterAnswer {
  /** Undefined when all files were written. */
  readonly error: string | undefined;
}
