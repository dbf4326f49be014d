import { LRUCache } from 'lru-cache';
import { type CastElement, isTimestamp, readCastFormat } from '#googlesql/runtime';

/** What has been read of a time: as calendars and clocks show it, but for `hour12`, which is 0 where there is none. */
interface Fields {
  year: number;
  month: number;
  day: number;
  hour: number;
  hour12: number;
  isAfternoon: boolean;
  minute: number;
  second: number;
  micros: number;
  zoneSign: '+' | '-';
  zoneHour: number;
  zoneMinute: number;
}

/** Reads what a text has at a place into fields; the place behind it, or undefined if it is no such text. */
type Read = (text: string, at: number, fields: Fields) => number | undefined;

/** Integers of at most so many digits, and of exactly so many where digits follow. */
type IntegerElement = readonly [
  digits: number,
  from: number,
  to: number,
  set: (fields: Fields, value: number) => void,
];

type NumberField = {
  [Name in keyof Fields]: Fields[Name] extends number ? Name : never;
}[keyof Fields];

function field(digits: number, from: number, to: number, name: NumberField): IntegerElement {
  const set = (fields: Fields, value: number) => {
    fields[name] = value;
  };
  return [digits, from, to, set];
}

/** The last digits of a year. */
function yearEnding(digits: number): IntegerElement {
  const power = 10 ** digits;
  const set = (fields: Fields, value: number) => {
    fields.year += value - (fields.year % power);
  };
  return [digits, 0, power - 1, set];
}

const INTEGERS: Readonly<Record<string, IntegerElement>> = {
  YYYY: field(4, 0, 10_000, 'year'),
  RRRR: field(4, 0, 10_000, 'year'),
  YYY: yearEnding(3),
  YY: yearEnding(2),
  Y: yearEnding(1),
  RR: [2, 0, 99, setNearYear],
  MM: field(2, 1, 12, 'month'),
  DD: field(2, 1, 31, 'day'),
  HH: field(2, 1, 12, 'hour12'),
  HH12: field(2, 1, 12, 'hour12'),
  HH24: field(2, 0, 23, 'hour'),
  MI: field(2, 0, 59, 'minute'),
  SS: field(2, 0, 59, 'second'),
  SSSSS: [5, 0, 86_399, setSecondOfDay],
  TZM: field(2, 0, 59, 'zoneMinute'),
};

/** Below 50 is the half of the next century that begins within 50 years, or of this one. */
function setNearYear(fields: Fields, value: number): void {
  const isLate = fields.year % 100 >= 50;
  const shift = Number(value < 50 && isLate) - Number(value >= 50 && !isLate);
  fields.year = (Math.trunc(fields.year / 100) + shift) * 100 + value;
}

function setSecondOfDay(fields: Fields, value: number): void {
  fields.hour = Math.trunc(value / 3600);
  fields.minute = Math.trunc(value / 60) % 60;
  fields.second = value % 60;
}

/** The end of at most so many digits. */
function digitsEnd(text: string, at: number, most: number): number {
  let end = at;
  while (end < at + most && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function readInteger([digits, from, to, set]: IntegerElement, isBeforeDigits: boolean): Read {
  // Whole years may have five digits.
  const most = isBeforeDigits || to !== 10_000 ? digits : 5;
  const least = isBeforeDigits ? digits : 1;
  return (text, at, fields) => {
    const end = digitsEnd(text, at, most);
    const value = Number(text.slice(at, end));
    if (end - at < least || value < from || value > to) return undefined;
    set(fields, value);
    return end;
  };
}

const MONTHS =
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(
    ' ',
  );

function readMonth(length: number): Read {
  const names = MONTHS.map((name) => name.slice(0, length));
  return (text, at, fields) => {
    const name = names.find((own) => text.slice(at, at + own.length).toUpperCase() === own);
    if (name === undefined) return undefined;
    fields.month = names.indexOf(name) + 1;
    return at + name.length;
  };
}

/** Reads by a sticky pattern. */
function readPattern(
  pattern: RegExp,
  set: (fields: Fields, groups: readonly string[]) => void,
): Read {
  return (text, at, fields) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return undefined;
    set(fields, match.slice(1));
    return pattern.lastIndex;
  };
}

const readHalf = readPattern(/([AP])\.M\./iy, (fields, [half]) => {
  fields.isAfternoon = half?.toUpperCase() === 'P';
});

const PATTERNS: Readonly<Record<string, Read>> = {
  MON: readMonth(3),
  MONTH: readMonth(9),
  'A.M.': readHalf,
  'P.M.': readHalf,
  'Y,YYY': readPattern(/(0?\d|10),(\d{3})/y, (fields, groups) => {
    fields.year = Number(groups.join(''));
  }),
};

/** How an element is read, by whether digits follow it. */
function readerOf({ name, literal }: CastElement, isBeforeDigits: boolean): Read {
  if (literal !== undefined) {
    if (/^ +$/.test(name)) return readSpace;
    return (text, at) => (text.startsWith(literal, at) ? at + literal.length : undefined);
  }
  const own = INTEGERS[name];
  if (own) return readInteger(own, isBeforeDigits);
  const least = (digits: number) => (isBeforeDigits ? digits : 1);
  if (name === 'TZH') {
    const hours = isBeforeDigits ? '0\\d|1[0-4]' : '0?\\d(?!\\d)|0\\d|1[0-4]';
    return readPattern(new RegExp(`([-+ ])(${hours})`, 'y'), (fields, [sign, hour]) => {
      fields.zoneSign = sign === '-' ? '-' : '+';
      fields.zoneHour = Number(hour);
    });
  }
  const digits = Number(name.slice(2));
  if (name.startsWith('FF'))
    return readPattern(new RegExp(`(\\d{${least(digits)},${digits}})`, 'y'), (fields, [text]) => {
      fields.micros = Number(text?.slice(0, 6).padEnd(6, '0'));
    });
  return PATTERNS[name] ?? (() => undefined);
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
 *
 * An error is a text too, which fails where it is cast to a number: DuckDB evaluates functions of the engine for rows
 * that are filtered, and casts it does not.
 */
export function readTime(text: string, format: string, today: string): string {
  try {
    return String(read(text, format, today));
  } catch (error) {
    return (error as Error).message;
  }
}

function read(text: string, format: string, today: string): bigint {
  const fields: Fields = {
    year: Number(today.slice(0, 4)),
    month: Number(today.slice(5)),
    day: 1,
    hour: 0,
    hour12: 0,
    isAfternoon: false,
    minute: 0,
    second: 0,
    micros: 0,
    zoneSign: '+',
    zoneHour: 0,
    zoneMinute: 0,
  };
  const steps = stepsOf(format);
  let at = spaceEnd(text, 0);
  let done = 0;
  for (; done < steps.length && at < text.length; done += 1) {
    const end = steps[done]?.read(text, at, fields);
    if (end === undefined)
      fail(`Failed to parse input timestamp string at ${bytes(text, at)} with`, steps[done]);
    at = end;
  }
  at = spaceEnd(text, at);
  if (at < text.length)
    fail(`Illegal non-space trailing data '${text.slice(at)}' in timestamp string`);
  const left = steps.slice(done).find(({ element }) => element.literal !== '');
  if (left) fail('Entire timestamp string has been parsed before dealing with', left);
  return microsOf(fields);
}

function bytes(text: string, end: number): number {
  return Buffer.byteLength(text.slice(0, end));
}

const SPACE = /\p{White_Space}*/uy;

/** White space of at least one character. */
function readSpace(text: string, at: number): number | undefined {
  const end = spaceEnd(text, at);
  return end > at ? end : undefined;
}

/** The end of the white space at a place. */
function spaceEnd(text: string, at: number): number {
  // Most texts have none.
  if (/[!-~]/.test(text.charAt(at))) return at;
  SPACE.lastIndex = at;
  SPACE.exec(text);
  return SPACE.lastIndex;
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
  const seconds = (hour * 60 + minute) * 60 + second - offsetOf(fields) * 60;
  const instant = BigInt(date.getTime() + seconds * 1000) * 1000n + BigInt(micros);
  if (!isTimestamp(instant)) fail('The parsing result is out of valid time range');
  return instant;
}

/** Minutes east of Greenwich. */
function offsetOf({ zoneSign, zoneHour, zoneMinute }: Fields): number {
  const minutes = zoneHour * 60 + zoneMinute;
  const pad = (value: number) => String(value).padStart(2, '0');
  if (minutes > 14 * 60) fail(`Invalid time zone: ${zoneSign}${pad(zoneHour)}${pad(zoneMinute)}`);
  return zoneSign === '-' ? -minutes : minutes;
}
