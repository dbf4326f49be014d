import { parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { UsageError } from '../command-error.ts';

const MINUTE = 60_000;

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

/** Latest possible expiry; later years do not have four digits. */
const LATEST = Date.UTC(9999, 11, 31);

/** Parses `--expires`: a time span from now, or a date. */
export function readExpiry(text: string, now: Date): Date {
  const expires = spanEnd(text, now) ?? momentOf(text);
  if (expires === undefined || !(expires <= LATEST)) {
    throw new UsageError(`--expires "${text}" must be like 30d, 12h, 45m, 2w or 2030-01-31`);
  }
  if (expires <= now.getTime()) throw new UsageError(`--expires "${text}" is not in the future`);
  return new Date(expires);
}

function spanEnd(text: string, now: Date): number | undefined {
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : now.getTime() + Number(count) * (UNITS[unit] ?? 0);
}

function momentOf(text: string): number | undefined {
  const micros = parseIsoTimestamp(text);
  return micros === undefined ? undefined : Number(micros / 1_000n);
}
