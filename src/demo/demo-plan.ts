import { MICROS_PER_DAY, type TimeRange } from '../engines/duckdb/queries/time-range.ts';
import { MICROS_PER_MINUTE } from './demo-table.ts';

/** Number of whole days before today with demo data. */
export const DEMO_DAYS = 8;

const MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

/** A file of demo rows. */
export interface DemoFile {
  readonly path: string;
  readonly range: TimeRange;
}

/** The changes that make a table's demo data complete up to a moment. */
export interface DemoPlan {
  /** Ranges that no file covers yet, in order; each is within one day and replaces the demo files inside of it. */
  readonly write: readonly TimeRange[];
  /** Files that are too old, or have rows after the moment because the clock was set back. */
  readonly remove: readonly string[];
}

/**
 * Plans the demo data of one table up to `now` (microseconds, exclusive).
 *
 * The wanted ranges are whole days, then today up to the hour, the hour up to the minute, and the minute up to now. Two
 * such ranges of different moments are either nested or disjoint, and rows depend only on their minute. So a new file
 * replaces all files inside its range, and a day never has more than three.
 */
export function planDemo(now: number, files: readonly DemoFile[]): DemoPlan {
  const wanted = wantedRanges(now);
  const first = wanted[0]?.start ?? now;
  const kept = files.filter(({ range }) => range.end <= now && range.end > first);
  return {
    write: wanted.filter((range) => !kept.some((file) => contains(file.range, range))),
    remove: files.filter((file) => !kept.includes(file)).map(({ path }) => path),
  };
}

/** The files whose rows are all in the range. */
export function filesInside(range: TimeRange, files: readonly DemoFile[]): readonly DemoFile[] {
  return files.filter((file) => contains(range, file.range));
}

function wantedRanges(now: number): readonly TimeRange[] {
  const today = floor(now, MICROS_PER_DAY);
  const hour = floor(now, MICROS_PER_HOUR);
  const minute = floor(now, MICROS_PER_MINUTE);
  const days = Array.from({ length: DEMO_DAYS }, (_, i) => {
    const start = today - (DEMO_DAYS - i) * MICROS_PER_DAY;
    return { start, end: start + MICROS_PER_DAY };
  });
  return [
    ...days,
    { start: today, end: hour },
    { start: hour, end: minute },
    { start: minute, end: now },
  ].filter(({ start, end }) => start < end);
}

function contains(outer: TimeRange, inner: TimeRange): boolean {
  return outer.start <= inner.start && outer.end >= inner.end;
}

function floor(value: number, step: number): number {
  return value - (((value % step) + step) % step);
}
