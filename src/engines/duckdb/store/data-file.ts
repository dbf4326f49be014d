import { MICROS_PER_DAY, type TimeBounds, type TimeRange } from '../queries/time-range.ts';

const DEMO = /^demo-(\d{1,17})-(\d{1,17})\.parquet$/;
const IMPORTED = /^import-[0-9a-f-]{36}\.parquet$/;

/** Name of the file with the demo rows of a range. */
export function demoFileName(range: TimeRange): string {
  return `demo-${range.start}-${range.end}.parquet`;
}

/** The range in a demo file's name; undefined for any other file. */
export function demoFileRange(name: string): TimeRange | undefined {
  const match = DEMO.exec(name);
  if (!match) return undefined;
  const range = { start: Number(match[1]), end: Number(match[2]) };
  const isOneDay =
    range.start < range.end &&
    Math.floor(range.start / MICROS_PER_DAY) === Math.floor((range.end - 1) / MICROS_PER_DAY);
  return isOneDay ? range : undefined;
}

/** The demo files whose range is contained in that of another one. */
export function supersededFiles(names: readonly string[]): ReadonlySet<string> {
  const demo = names
    .flatMap((name) => {
      const range = demoFileRange(name);
      return range ? [{ name, ...range }] : [];
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const superseded = new Set<string>();
  let furthest = Number.NEGATIVE_INFINITY;
  for (const file of demo) {
    if (file.end <= furthest) superseded.add(file.name);
    else furthest = file.end;
  }
  return superseded;
}

/** The files of one day with rows between the bounds, newest first; temporary and superseded ones are left out. */
export function filesToRead(names: readonly string[], bounds: TimeBounds): readonly string[] {
  const superseded = supersededFiles(names);
  return names
    .filter((name) => {
      if (IMPORTED.test(name)) return true;
      const range = superseded.has(name) ? undefined : demoFileRange(name);
      return range !== undefined && overlaps(range, bounds);
    })
    .sort()
    .reverse();
}

function overlaps({ start, end }: TimeRange, { lower, upper }: TimeBounds): boolean {
  return (lower === undefined || end > lower) && (upper === undefined || start <= upper);
}
