const SECOND = 1_000_000n;
const DAY = 86_400n * SECOND;

/** A date and time of day; months and days count from 1. */
export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly micros: number;
}

/** A UTC date and time as microseconds since the epoch. */
export function epochMicros(civil: CivilTime): bigint {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999, so the year is set separately.
  const date = new Date(0);
  date.setUTCFullYear(civil.year, civil.month - 1, civil.day);
  date.setUTCHours(civil.hour, civil.minute, civil.second);
  return BigInt(date.getTime()) * 1000n + BigInt(civil.micros);
}

/**
 * A zone's offsets from UTC at a local time, in microseconds; `before` is the offset before a clock change. They differ
 * only within a day of a change. Undefined for an unknown zone.
 */
export function zoneOffsets(
  zone: string,
  local: bigint,
): { readonly before: bigint; readonly after: bigint } | undefined {
  const fixed = /^z$/i.test(zone) ? 0n : fixedOffset(zone);
  if (fixed !== undefined) return { before: fixed, after: fixed };
  const format = zoneFormat(zone);
  if (!format) return undefined;
  const before = offsetAt(format, local - DAY);
  const after = offsetAt(format, local + DAY);
  if (before === after) return { before, after };
  // The offset before the change applies if it gives an instant before the change.
  const isAfter =
    offsetAt(format, local - before) !== before && offsetAt(format, local - after) === after;
  return isAfter ? { before: after, after } : { before, after };
}

/** Whether a text is a time zone: an offset or a case-sensitive name of the tz database. */
export function isTimeZone(zone: string): boolean {
  return fixedOffset(zone) !== undefined || zoneFormat(zone) !== undefined;
}

const OFFSET = /^([+-])(\d{2}(?=\d{2}$)|\d{1,2}(?=:|$)):?(\d{1,2})?$/;
const MAX_OFFSET_MINUTES = 14 * 60;

/** The microseconds of a zone that is an offset from UTC; undefined for a zone with a name. */
export function fixedOffset(zone: string): bigint | undefined {
  if (zone === 'UTC') return 0n;
  const match = OFFSET.exec(zone);
  if (!match) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  if (minutes > MAX_OFFSET_MINUTES || Number(match[3] ?? 0) > 59) return undefined;
  return BigInt(match[1] === '-' ? -minutes : minutes) * 60n * SECOND;
}

/** Names that ICU knows and the tz database does not: many read BST and IST as other zones than ICU does. */
const ONLY_IN_ICU =
  /^(?:SystemV\/.*|A[CERS]T|AGT|B[ES]T|C[ANST]T|E[AC]T|I[ES]T|JST|MIT|N[ES]T|P[LNRS]T|SST|VST)$/;

const formats = new Map<string, Intl.DateTimeFormat | undefined>();
const MAX_FORMATS = 1000;

/** No name is longer. */
const MAX_NAME = 64;

function zoneFormat(zone: string): Intl.DateTimeFormat | undefined {
  if (zone.length > MAX_NAME) return undefined;
  if (!formats.has(zone)) {
    // Bounded, because zone names are user input.
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(flatCopy(zone), createFormat(zone));
  }
  return formats.get(zone);
}

function createFormat(zone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Z][A-Za-z0-9_+\-/]*$/.test(zone) || ONLY_IN_ICU.test(zone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    // Intl reports an unknown zone only by throwing.
    return undefined;
  }
}

function offsetAt(format: Intl.DateTimeFormat, micros: bigint): bigint {
  const seconds = (micros - (((micros % SECOND) + SECOND) % SECOND)) / SECOND;
  const parts = Object.fromEntries(
    format.formatToParts(new Date(Number(seconds) * 1000)).map(({ type, value }) => [type, value]),
  );
  const local = epochMicros({
    year: Number(parts['year']),
    month: Number(parts['month']),
    day: Number(parts['day']),
    hour: Number(parts['hour']),
    minute: Number(parts['minute']),
    second: Number(parts['second']),
    micros: 0,
  });
  return local - seconds * SECOND;
}

/** The same text by itself: a key of a cache that is a slice would hold all of the text that it was cut from. */
function flatCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
