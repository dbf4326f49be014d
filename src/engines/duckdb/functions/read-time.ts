import { LRUCache } from 'lru-cache';
import { type CastElement, isTimestamp, readCastFormat } from '#googlesql/runtime';

/** What has been read of a time: as calendars and clocks show it, but for `hour12`, which is 0 where there is none. */
interface Fields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly hour12: number;
  readonly isAfternoon: boolean;
  readonly minute: number;
  readonly second: number;
  readonly micros: number;
  readonly zone: string | undefined;
  readonly zoneMinute: number;
}

/** What the start of a text says, and how long it is; undefined if it does not match. */
type Found = readonly [length: number, read: Partial<Fields>] | undefined;
type Read = (text: string, fields: Fields) => Found;

/** Integers of at most so many digits, and of exactly so many where digits follow. */
type IntegerElement = readonly [
  digits: number,
  from: number,
  to: number,
  read: keyof Fields | ((value: number, fields: Fields) => Partial<Fields>),
];

const INTEGERS: Readonly<Record<string, IntegerElement>> = {
  YYYY: [4, 0, 10_000, 'year'],
  RRRR: [4, 0, 10_000, 'year'],
  YYY: [3, 0, 999, (value, { year }) => ({ year: year - (year % 1000) + value })],
  YY: [2, 0, 99, (value, { year }) => ({ year: year - (year % 100) + value })],
  Y: [1, 0, 9, (value, { year }) => ({ year: year - (year % 10) + value })],
  RR: [2, 0, 99, (value, { year }) => ({ year: nearYear(value, year) })],
  MM: [2, 1, 12, 'month'],
  DD: [2, 1, 31, 'day'],
  HH: [2, 1, 12, 'hour12'],
  HH12: [2, 1, 12, 'hour12'],
  HH24: [2, 0, 23, 'hour'],
  MI: [2, 0, 59, 'minute'],
  SS: [2, 0, 59, 'second'],
  SSSSS: [5, 0, 86_399, secondOfDay],
  TZM: [2, 0, 59, (value, { zone = '+0' }) => ({ zone, zoneMinute: value })],
};

/** Below 50 is the half of the next century that begins within 50 years, or of this one. */
function nearYear(value: number, current: number): number {
  const isLate = current % 100 >= 50;
  const shift = Number(value < 50 && isLate) - Number(value >= 50 && !isLate);
  return (Math.trunc(current / 100) + shift) * 100 + value;
}

function secondOfDay(value: number): Partial<Fields> {
  const minutes = Math.trunc(value / 60);
  return { hour: Math.trunc(minutes / 60), minute: minutes % 60, second: value % 60 };
}

const MONTHS =
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(
    ' ',
  );

function readMonth(length: number): Read {
  const names = MONTHS.map((name) => name.slice(0, length));
  return (text) => {
    const name = names.find((own) => text.slice(0, own.length).toUpperCase() === own);
    return name === undefined ? undefined : [name.length, { month: names.indexOf(name) + 1 }];
  };
}

function readPattern(
  pattern: RegExp,
  read: (match: RegExpExecArray) => Partial<Fields> | undefined,
): Read {
  return (text) => {
    const match = pattern.exec(text);
    const found = match ? read(match) : undefined;
    return match && found ? [match[0].length, found] : undefined;
  };
}

const readHalf = readPattern(/^([AP])\.M\./i, ([, half]) => ({
  isAfternoon: half?.toUpperCase() === 'P',
}));

const PATTERNS: Readonly<Record<string, Read>> = {
  MON: readMonth(3),
  MONTH: readMonth(9),
  'A.M.': readHalf,
  'P.M.': readHalf,
  'Y,YYY': readPattern(/^(0?\d|10),(\d{3})/, ([, thousands, rest]) => ({
    year: Number(thousands) * 1000 + Number(rest),
  })),
};

function readInteger([digits, from, to, read]: IntegerElement, isBeforeDigits: boolean): Read {
  // Whole years may have five digits.
  const most = isBeforeDigits || to < 10_000 || digits > 4 ? digits : 5;
  const pattern = new RegExp(`^\\d{${isBeforeDigits ? digits : 1},${most}}`);
  return (text, fields) => {
    const [found] = pattern.exec(text) ?? [];
    const value = Number(found);
    if (found === undefined || value < from || value > to) return undefined;
    return [found.length, typeof read === 'string' ? { [read]: value } : read(value, fields)];
  };
}

/** How an element is read, by whether digits follow it. */
function readerOf({ name, literal }: CastElement, isBeforeDigits: boolean): Read {
  if (literal !== undefined) {
    if (/^ +$/.test(name)) return readPattern(/^\p{White_Space}+/u, () => ({}));
    return (text) => (text.startsWith(literal) ? [literal.length, {}] : undefined);
  }
  const least = (digits: number) => (isBeforeDigits ? digits : 1);
  if (name === 'TZH') {
    return readPattern(new RegExp(`^([-+ ])(\\d{${least(2)},2})`), ([, sign = '', hours]) =>
      Number(hours) > 14 ? undefined : { zone: `${sign === '-' ? '-' : '+'}${hours}` },
    );
  }
  if (name.startsWith('FF')) {
    const digits = Number(name.slice(2));
    return readPattern(new RegExp(`^\\d{${least(digits)},${digits}}`), ([text]) => ({
      micros: Number(text.slice(0, 6).padEnd(6, '0')),
    }));
  }
  const integer = INTEGERS[name];
  return integer ? readInteger(integer, isBeforeDigits) : (PATTERNS[name] ?? (() => undefined));
}

/** An element with its reader. */
interface Step {
  readonly element: CastElement;
  readonly read: Read;
}

const STEPS = new LRUCache<string, readonly Step[]>({ max: 100 });

function stepsOf(format: string): readonly Step[] {
  const known = STEPS.get(format);
  if (known) return known;
  const steps: Step[] = [];
  let isBeforeDigits = false;
  for (const element of readCastFormat(format).toReversed()) {
    steps.unshift({ element, read: readerOf(element, isBeforeDigits) });
    if (element.literal !== '') isBeforeDigits = startsWithDigit(element);
  }
  STEPS.set(format, steps);
  return steps;
}

function startsWithDigit({ name, literal }: CastElement): boolean {
  if (literal !== undefined) return /^\d/.test(literal);
  return !/^(?:MON|MONTH|[AP]\.M\.|TZH)$/.test(name);
}

/**
 * CAST of a text to a time by a format that `checkReading` accepts: microseconds since the epoch, of an instant where
 * the format has a zone and else of a local time. `today` is `YYYY-MM` of the current day, for what the format lacks.
 */
export function readTime(text: string, format: string, today: string): bigint {
  const [year = 1970, month = 1] = today.split('-').map(Number);
  const none = { hour: 0, hour12: 0, isAfternoon: false, minute: 0, second: 0, micros: 0 };
  const steps = stepsOf(format);
  let fields: Fields = { year, month, day: 1, ...none, zone: undefined, zoneMinute: 0 };
  let at = spaceAt(text, 0);
  let done = 0;
  for (; done < steps.length && at < text.length; done += 1) {
    const found = steps[done]?.read(text.slice(at), fields);
    if (!found)
      fail(
        `Failed to parse input timestamp string at ${Buffer.byteLength(text.slice(0, at))} with`,
        steps[done],
      );
    at += found[0];
    fields = { ...fields, ...found[1] };
  }
  at += spaceAt(text, at);
  if (at < text.length)
    fail(`Illegal non-space trailing data '${text.slice(at)}' in timestamp string`);
  const left = steps.slice(done).find(({ element }) => element.literal !== '');
  if (left) fail('Entire timestamp string has been parsed before dealing with', left);
  return microsOf(fields);
}

/** The length of the white space at a place. */
function spaceAt(text: string, at: number): number {
  return /^\p{White_Space}*/u.exec(text.slice(at))?.[0].length ?? 0;
}

function fail(problem: string, step?: Step): never {
  throw new Error(`GoogleSQL: ${problem}${step ? ` format element '${step.element.name}'` : ''}`);
}

function microsOf(fields: Fields): bigint {
  const { year, month, day, hour12, isAfternoon, minute, second, micros } = fields;
  const hour = hour12 === 0 ? fields.hour : (hour12 % 12) + (isAfternoon ? 12 : 0);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) fail('Invalid result from year, month, day values after parsing');
  date.setUTCHours(hour, minute, second);
  const instant = BigInt(date.getTime()) * 1000n + BigInt(micros - offsetOf(fields));
  if (!isTimestamp(instant)) fail('The parsing result is out of valid time range');
  return instant;
}

/** Microseconds east of Greenwich. */
function offsetOf({ zone, zoneMinute }: Fields): number {
  if (zone === undefined) return 0;
  const [sign, hours] = [zone.slice(0, 1), zone.slice(1)];
  const minutes = Number(hours) * 60 + zoneMinute;
  const pad = (value: number | string) => String(value).padStart(2, '0');
  if (minutes > 14 * 60) fail(`Invalid time zone: ${sign}${pad(hours)}${pad(zoneMinute)}`);
  return (sign === '-' ? -minutes : minutes) * 60_000_000;
}
