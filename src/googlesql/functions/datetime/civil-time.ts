import { type CivilTime, epochMicros, zoneOffsets } from './time-zone.ts';

const DATE = String.raw`(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})`;
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{1,2}):(?<second>\d{1,2})(?:\.(?<fraction>\d{1,6}))?`;
const OFFSET = String.raw`[+-](?:\d{4}|\d{1,2}(?::\d{1,2})?)`;
const DATE_TEXT = new RegExp(`^${DATE}$`);
const TIME_TEXT = new RegExp(`^${TIME}$`);
const DATETIME_TEXT = new RegExp(`^${DATE}(?:[ Tt]${TIME})?$`);
const TIMESTAMP_TEXT = new RegExp(
  `^${DATE}(?:[ Tt]${TIME}(?<zone>[Zz]|${OFFSET}| [A-Za-z].*)?|[ Tt](?<only>${OFFSET}))?$`,
);

/** The canonical form of a DATE text; undefined if invalid. */
export function parseDate(text: string): string | undefined {
  const civil = readCivil(DATE_TEXT.exec(text));
  return civil && dateText(civil);
}

/** The canonical form of a TIME text; undefined if invalid. */
export function parseTime(text: string): string | undefined {
  const civil = readCivil(TIME_TEXT.exec(text));
  return civil && timeText(civil);
}

/** The canonical form of a DATETIME text; undefined if invalid. */
export function parseDatetime(text: string): string | undefined {
  const civil = readCivil(DATETIME_TEXT.exec(text));
  return civil && `${dateText(civil)}T${timeText(civil)}`;
}

/** A TIMESTAMP text as microseconds since the epoch; undefined if invalid. */
export function parseTimestamp(text: string): bigint | undefined {
  const match = TIMESTAMP_TEXT.exec(text);
  const civil = readCivil(match);
  if (!civil) return undefined;
  const written = match?.groups?.['zone'] ?? match?.groups?.['only'];
  // A leap second is the start of the next minute, and keeps its fraction in a TIMESTAMP only.
  const fraction = match?.groups?.['second'] === '60' ? microsOf(match) : 0;
  const local = epochMicros(civil) + BigInt(fraction);
  const micros = instantOf(local, written?.trimStart() ?? 'UTC');
  return micros !== undefined && isTimestamp(micros) ? micros : undefined;
}

/** `2026-07-01 10:00:00[.ffffff]+00` of microseconds since the epoch. */
export function timestampText(micros: bigint): string {
  const civil = civilOf(micros);
  return `${dateText(civil)} ${timeText(civil)}+00`;
}

/** What the text of a RANGE has to be. */
export const RANGE_FORM =
  'range must be formatted exactly as [START, END), with START smaller than END';

/** The canonical form of a RANGE text whose bounds `bound` reads; undefined if invalid. */
export function parseRange(
  text: string,
  bound: (text: string) => string | undefined,
): string | undefined {
  const match = /^\[(.*), (.*)\)$/.exec(text);
  const [start, end] = [match?.[1], match?.[2]].map((own = '') =>
    /^(?:unbounded|null)$/i.test(own) ? UNBOUNDED : bound(own),
  );
  if (start === undefined || end === undefined) return undefined;
  const isOrdered = start === UNBOUNDED || end === UNBOUNDED || start < end;
  return isOrdered ? `[${start}, ${end})` : undefined;
}

const UNBOUNDED = 'UNBOUNDED';

/** 0001-01-01T00:00:00Z, in microseconds since the epoch. */
const MIN_TIMESTAMP = -62_135_596_800_000_000n;
/** 9999-12-31T23:59:59.999999Z, in microseconds since the epoch. */
export const MAX_TIMESTAMP = 253_402_300_799_999_999n;

/** Whether microseconds since the epoch are within the years 1 to 9999. */
export function isTimestamp(micros: bigint): boolean {
  return micros >= MIN_TIMESTAMP && micros <= MAX_TIMESTAMP;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
}

/** Validates the fields; second 60 is the start of the next minute. */
function readCivil(match: RegExpExecArray | null): CivilTime | undefined {
  if (!match) return undefined;
  const groups = match.groups ?? {};
  const part = (name: string, absent: number) => Number(groups[name] ?? absent);
  const civil = {
    year: part('year', 1970),
    month: part('month', 1),
    day: part('day', 1),
    hour: part('hour', 0),
    minute: part('minute', 0),
    second: part('second', 0),
    micros: microsOf(match),
  };
  if (!isCivil(civil)) return undefined;
  return civil.second === 60 ? nextMinute(civil) : civil;
}

function microsOf({ groups }: RegExpExecArray): number {
  return Number((groups?.['fraction'] ?? '').padEnd(6, '0'));
}

function isCivil({ year, month, day, hour, minute, second }: CivilTime): boolean {
  const isDay = year >= 1 && month >= 1 && day >= 1 && day <= daysOf(year, month);
  return isDay && hour <= 23 && minute <= 59 && second <= 60;
}

function nextMinute(civil: CivilTime): CivilTime | undefined {
  const micros = epochMicros({ ...civil, micros: 0 });
  return isTimestamp(micros) ? civilOf(micros) : undefined;
}

function civilOf(micros: bigint): CivilTime {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const at = new Date(Number((micros - fraction) / 1000n));
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    micros: Number(fraction),
  };
}

function dateText({ year, month, day }: CivilTime): string {
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

function timeText({ hour, minute, second, micros }: CivilTime): string {
  const fraction = micros === 0 ? '' : `.${pad(micros, 6)}`;
  return `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction}`;
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}

/** The instant of a local time in a zone; the earlier one if the local time occurs twice. */
function instantOf(local: bigint, zone: string): bigint | undefined {
  const offsets = zoneOffsets(zone, local);
  return offsets && local - offsets.before;
}
