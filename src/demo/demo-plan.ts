import { MICROS_PER_DAY, type TimeRange } from '../engines/duckdb/queries/time-range.ts';
import { demoFileRange } from '../engines/duckdb/store/data-file.ts';
import { dayOf } from '../engines/duckdb/store/day.ts';
import { MICROS_PER_MINUTE } from './demo-table.ts';

/** Number of whole days before today with demo data. */
export const DEMO_DAYS = 8;

const MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

/** The files of one table's day that exist. */
export interface DayFiles {
  readonly day: string;
  readonly names: readonly string[];
}

/** The changes that make a table's demo data complete up to a moment. */
export interface DemoPlan {
  /** Ranges that no file covers yet, in order; each is within one day. */
  readonly write: readonly TimeRange[];
  /** Demo files that another one replaces, or that are too old; new queries do not read them. */
  readonly retire: readonly { readonly day: string; readonly name: string }[];
  /** Demo files with rows after the moment, because the clock was set back. */
  readonly retract: readonly { readonly day: string; readonly name: string }[];
}

/**
 * Plans the demo data of one table up to `now` (microseconds, exclusive).
 *
 * The wanted ranges are whole days, then today up to the hour, the hour up to the minute, and the minute up to now. Two
 * such ranges of different moments are either nested or disjoint, and rows depend only on their minute. So a new file
 * replaces all files inside its range, and a day never has more than three.
 */
export function planDemo(now: number, folders: readonly DayFiles[]): DemoPlan {
  const wanted = wantedRanges(now);
  const first = wanted[0]?.start ?? now;
  const files: DemoFile[] = folders.flatMap(({ day, names }) =>
    names.flatMap((name) => {
      const range = demoFileRange(name);
      return range ? [{ day, name, range }] : [];
    }),
  );
  const present = files.filter(({ range }) => range.end <= now);
  const kept = present.filter(({ range }) => range.end > first);
  const isReplaced = ({ range }: DemoFile) =>
    kept.some((other) => isProperlyInside(range, other.range));
  return {
    write: wanted.filter((range) => !kept.some((file) => contains(file.range, range))),
    retire: present.filter((file) => file.range.end <= first || isReplaced(file)).map(placeOf),
    retract: files.filter(({ range }) => range.end > now).map(placeOf),
  };
}

interface DemoFile {
  readonly day: string;
  readonly name: string;
  readonly range: TimeRange;
}

function placeOf({ day, name }: DemoFile) {
  return { day, name };
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

/** The day whose folder holds a range. */
export function rangeDay(range: TimeRange): string {
  return dayOf(range.start);
}

function contains(outer: TimeRange, inner: TimeRange): boolean {
  return outer.start <= inner.start && outer.end >= inner.end;
}

function isProperlyInside(inner: TimeRange, outer: TimeRange): boolean {
  return contains(outer, inner) && (outer.start !== inner.start || outer.end !== inner.end);
}

function floor(value: number, step: number): number {
  return value - (((value % step) + step) % step);
}
