import { MICROS_PER_DAY } from '../queries/time-range.ts';

const FIRST = '0001-01-01';
const LAST = '9999-12-31';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PREFIX = 'day=';

/** The UTC day of a time in microseconds, as `2026-07-01`, clamped to GoogleSQL's calendar (years 1 to 9999). */
export function dayOf(micros: number): string {
  const days = Math.floor(micros / MICROS_PER_DAY);
  if (days < -719_162) return FIRST;
  if (days > 2_932_896) return LAST;
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}

/** Name of a day's folder. */
export function dayFolder(day: string): string {
  return PREFIX + day;
}

/** The day of a folder; undefined for any other folder. */
export function folderDay(name: string): string | undefined {
  const day = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  return DAY.test(day) ? day : undefined;
}
