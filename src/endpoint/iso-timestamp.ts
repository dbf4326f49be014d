import { isTimestamp } from '#googlesql';

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;

const MICROS_PER_MINUTE = 60_000_000n;

/** The format that `parseIsoTimestamp` accepts, for error messages. */
export const ISO_TIMESTAMP_HINT =
  'an ISO 8601 timestamp like 2026-07-01T10:00:00.123456Z (at most six fractional digits, no offset means UTC) or a date';

/**
 * Parses an ISO 8601 timestamp to microseconds since the epoch; undefined if the text is not one.
 *
 * A date alone means its first moment; without an offset the time is UTC. More than six fractional digits, second 60
 * and years outside 0001–9999 are rejected.
 */
export function parseIsoTimestamp(text: string): bigint | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    ,
    sign,
    zoneHour = '0',
    zoneMinute = '0',
  ] = match.map((part) => part as string | undefined);
  const seconds = utcMicros([year, month, day, hour, minute, second].map(Number));
  if (seconds === undefined || Number(zoneHour) > 23 || Number(zoneMinute) > 59) return undefined;
  const offset = BigInt(Number(zoneHour) * 60 + Number(zoneMinute)) * MICROS_PER_MINUTE;
  const micros = seconds + BigInt(fraction.padEnd(6, '0')) - (sign === '-' ? -offset : offset);
  return isTimestamp(micros) ? micros : undefined;
}

/** Undefined for a moment that no calendar or clock has: `Date` takes 30 February for 2 March. */
function utcMicros(fields: readonly number[]): bigint | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields;
  const date = new Date(0);
  // `Date.UTC` maps the years 0–99 to 1900–1999, so the year is set separately.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, 0);
  const read = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  const isReal = year >= 1 && read.every((part, i) => part === fields[i]);
  return isReal ? BigInt(date.getTime()) * 1_000n : undefined;
}

/** Formats a timestamp in UTC with six fractional digits and `Z`: `2026-07-01T10:00:00.123456Z`. */
export function formatIsoTimestamp(micros: bigint | number): string {
  const [millis, rest] = typeof micros === 'bigint' ? dividedBigint(micros) : divided(micros);
  return `${new Date(millis).toISOString().slice(0, -1)}${rest.toString().padStart(3, '0')}Z`;
}

/** A moment as interfaces write it: of a TIMESTAMP its microseconds, of a DATETIME its text, which is read as UTC. */
export function formatDateTime(value: bigint | number | string): string {
  if (typeof value !== 'string') return formatIsoTimestamp(value);
  const [seconds, fraction = ''] = value.split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
}

/** Milliseconds, rounded down, and the microseconds that remain; a timestamp can be too large for a safe integer. */
function dividedBigint(micros: bigint): readonly [millis: number, rest: number] {
  const rest = ((micros % 1_000n) + 1_000n) % 1_000n;
  return [Number((micros - rest) / 1_000n), Number(rest)];
}

function divided(micros: number): readonly [millis: number, rest: number] {
  const millis = Math.floor(micros / 1_000);
  return [millis, micros - millis * 1_000];
}
